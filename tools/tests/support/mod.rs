//! What the tests stand on: a store of each kind, a clock, real processes and folders.

mod child;
mod kit;
mod ports;
mod tool;
mod world;

pub(crate) use child::{Spawned, say, store_of_child};
pub(crate) use kit::Kit;
pub(crate) use ports::TestSettings;
pub(crate) use tool::{refused, run, text};
pub(crate) use world::World;

/// Turns each `async fn behaviour(kit: Kit)` into two tests, one for each kind of store.
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($kit:ident: $kind:ty) $body:block)+) => { $(
        mod $name {
            use super::*;

            async fn behaviour($kit: &$kind) $body

            #[tokio::test]
            async fn sqlite() {
                behaviour(&<$kind>::sqlite()).await;
            }

            #[tokio::test]
            async fn postgres() {
                let kit = <$kind>::postgres().await;
                behaviour(&kit).await;
                kit.drop_schema().await;
            }
        }
    )+ };
}
pub(crate) use on_both;
