//! Places: how many calls of one tool run at the same time.
//!
//! A call beyond that waits, inside its own time limit, for one of them to end.

use std::future::Future;
use std::sync::OnceLock;

use tokio::sync::Semaphore;
use tollgate_tools::decl::ToolDecl;

use super::name::Found;
use crate::registry::Registry;

/// The places of every tool; laid out when the first call comes.
#[derive(Debug)]
pub(crate) struct Places {
    registry: &'static Registry,
    by_position: OnceLock<Box<[Semaphore]>>,
}

impl Places {
    /// As many places for each tool as its declaration says.
    pub(crate) const fn new(registry: &'static Registry) -> Self {
        Self { registry, by_position: OnceLock::new() }
    }

    /// Runs `handler` once there is a place for it.
    pub(super) async fn enter<F: Future>(&self, found: Found, handler: F) -> F::Output {
        let places = self.by_position.get_or_init(|| self.registry.decls().map(places).collect());
        let _place = match places.get(found.position) {
            // Mostly there is one, and then nothing has to be waited for. The semaphore is never
            // closed, so one comes in the end.
            Some(places) => match places.try_acquire() {
                Ok(place) => Some(place),
                Err(_) => places.acquire().await.ok(),
            },
            None => None,
        };
        handler.await
    }
}

fn places(decl: &ToolDecl) -> Semaphore {
    let count = usize::try_from(decl.limits.concurrency).unwrap_or(usize::MAX);
    Semaphore::new(count.clamp(1, Semaphore::MAX_PERMITS))
}
