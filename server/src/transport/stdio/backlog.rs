//! What still runs while the leader reads on: calls that wait, and deposed leaders.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Deposed leaders that may be stuck at once; beyond that no call runs on a leader.
const DEPOSED_MAX: i32 = 32;

/// Counts.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    counts: Mutex<Counts>,
    emptied: Condvar,
}

#[derive(Debug, Default)]
struct Counts {
    waiting: usize,
    /// Below zero for a moment when a leader is back before the watcher has counted it.
    deposed: i32,
}

/// A call that waits, until it is dropped.
#[derive(Debug)]
pub(super) struct Waiting(Arc<Backlog>);

impl Backlog {
    /// One more call waits.
    pub(super) fn wait(self: &Arc<Self>) -> Waiting {
        self.counts().waiting += 1;
        Waiting(Arc::clone(self))
    }

    /// A leader is deposed and still inside a call.
    pub(super) fn depose(&self) {
        self.counts().deposed += 1;
    }

    /// A deposed leader came back and is gone.
    pub(super) fn retire(&self) {
        let mut counts = self.counts();
        counts.deposed -= 1;
        self.tell(&counts);
    }

    /// Whether another leader may be lost to a call that blocks.
    pub(super) fn can_depose(&self) -> bool {
        self.counts().deposed < DEPOSED_MAX
    }

    /// Waits until nothing runs any more, but not for longer than this.
    pub(super) fn wait_empty(&self, at_most: Duration) {
        // Whether it is empty or time is over makes no difference to who waits.
        drop(self.emptied.wait_timeout_while(self.counts(), at_most, |counts| !counts.is_empty()));
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, counts: &Counts) {
        if counts.is_empty() {
            self.emptied.notify_all();
        }
    }
}

impl Counts {
    const fn is_empty(&self) -> bool {
        self.waiting == 0 && self.deposed <= 0
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut counts = self.0.counts();
        counts.waiting -= 1;
        self.0.tell(&counts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaders_are_lost_up_to_a_bound() {
        let backlog = Backlog::default();
        for _ in 0..DEPOSED_MAX {
            assert!(backlog.can_depose());
            backlog.depose();
        }
        assert!(!backlog.can_depose());
        backlog.retire();
        assert!(backlog.can_depose());
    }

    #[test]
    fn a_leader_may_be_back_before_it_is_counted() {
        let backlog = Backlog::default();
        backlog.retire();
        backlog.depose();
        for _ in 0..DEPOSED_MAX {
            assert!(backlog.can_depose());
            backlog.depose();
        }
        assert!(!backlog.can_depose());
    }

    #[test]
    fn the_last_one_to_end_wakes_who_waits() {
        const LONG: Duration = Duration::from_secs(3600);
        let backlog = Arc::new(Backlog::default());
        let waiting = backlog.wait();
        backlog.depose();
        let waiter = std::thread::spawn({
            let backlog = Arc::clone(&backlog);
            move || backlog.wait_empty(LONG)
        });
        drop(waiting);
        backlog.retire();
        waiter.join().unwrap();
        backlog.wait_empty(LONG);
    }
}
