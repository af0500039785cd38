//! Turns: how many unknown keys and tokens are looked at at a time, and how many wait for that.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Semaphore, SemaphorePermit};

/// Looks at a time.
const AT_ONCE: usize = 8;
/// Those that wait for a turn, or have one.
const THERE_MAX: usize = 1_024;

/// The turns.
#[derive(Debug)]
pub(super) struct Turns {
    at_once: Semaphore,
    there: AtomicUsize,
}

/// A turn; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Turn<'t> {
    _permit: SemaphorePermit<'t>,
    _there: There<'t>,
}

#[derive(Debug)]
struct There<'t>(&'t AtomicUsize);

impl Default for Turns {
    fn default() -> Self {
        Self { at_once: Semaphore::new(AT_ONCE), there: AtomicUsize::new(0) }
    }
}

impl Turns {
    /// Waits for a turn, in the order of coming; `None` if too many are there.
    pub(super) async fn wait(&self) -> Option<Turn<'_>> {
        let before = self.there.fetch_add(1, Ordering::Relaxed);
        let there = There(&self.there);
        if before >= THERE_MAX {
            return None;
        }
        // It is never closed.
        let permit = self.at_once.acquire().await.ok()?;
        Some(Turn { _permit: permit, _there: there })
    }
}

impl Drop for There<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    #[test]
    fn a_few_look_some_wait_and_the_others_are_sent_away() {
        let turns = Turns::default();
        let mut context = Context::from_waker(Waker::noop());
        let mut all: Vec<_> = (0..THERE_MAX + 1).map(|_| Box::pin(turns.wait())).collect();
        let mut polled: Vec<_> = all.iter_mut().map(|it| it.as_mut().poll(&mut context)).collect();
        assert!(matches!(polled.pop(), Some(Poll::Ready(None))));
        let looking = |polled: &[Poll<Option<Turn<'_>>>]| {
            polled.iter().filter(|it| matches!(it, Poll::Ready(Some(_)))).count()
        };
        assert_eq!(looking(&polled), AT_ONCE);
        // One that ends, and one that gives up waiting, make room.
        drop(polled.remove(0));
        drop(all.remove(AT_ONCE + 1));
        let next =
            all.iter_mut().skip(AT_ONCE).find_map(|it| match it.as_mut().poll(&mut context) {
                Poll::Ready(turn) => turn,
                Poll::Pending => None,
            });
        assert!(next.is_some());
        drop((polled, next, all));
        assert_eq!(turns.there.load(Ordering::Relaxed), 0);
    }
}
