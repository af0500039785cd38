//! What the tests stand on: a store of each kind, a clock, real processes and folders.

mod child;
mod kit;
mod ports;

pub(crate) use child::{Spawned, say, store_of_child};
pub(crate) use kit::Kit;
pub(crate) use ports::test_ports;

/// Turns each `async fn behaviour(kit: Kit)` into two tests, one for each kind of store.
macro_rules! on_both {
    ($($(#[$meta:meta])* async fn $name:ident($kit:ident: Kit) $body:block)+) => { $(
        mod $name {
            use super::*;

            async fn behaviour($kit: &crate::support::Kit) $body

            #[tokio::test]
            async fn sqlite() {
                behaviour(&crate::support::Kit::sqlite()).await;
            }

            #[tokio::test]
            async fn postgres() {
                let kit = crate::support::Kit::postgres().await;
                behaviour(&kit).await;
                kit.drop_schema().await;
            }
        }
    )+ };
}
pub(crate) use on_both;
