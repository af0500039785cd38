//! Whether the leader is alive: a counter that it moves, and that the watcher looks at.
//!
//! Even: the leader reads or answers. Odd: it is inside a call. Each odd number becomes even
//! exactly once: by the leader that came back, or by the watcher that deposed it. While nothing
//! moves, the watcher sleeps, and the next call wakes it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::thread::{self, Thread};
use std::time::Duration;

/// How often the watcher looks while there are calls; a leader is deposed after one to two.
const TICK: Duration = Duration::from_millis(10);

/// The counter.
#[derive(Debug)]
pub(super) struct Pulse {
    count: AtomicU64,
    ticks: AtomicU64,
    is_asleep: AtomicBool,
    watcher: Thread,
}

/// The visit of one call by one leader.
#[derive(Debug)]
#[must_use = "a visit that is not ended deposes the leader"]
pub(super) struct Visit(u64);

/// What a leader is after a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Still the leader.
    Leading,
    /// Another one reads now.
    Deposed,
}

/// What the watcher did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tick {
    /// Nothing.
    Fine,
    /// It deposed the leader; there is none now.
    Deposed,
}

impl Pulse {
    /// A leader that reads, watched by this thread.
    pub(super) const fn new(watcher: Thread) -> Self {
        let (count, ticks) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { count, ticks, is_asleep: AtomicBool::new(false), watcher }
    }

    /// Where the counter is.
    pub(super) fn now(&self) -> u64 {
        self.count.load(SeqCst)
    }

    /// How often the watcher has looked: a clock for those who need no better one.
    pub(super) fn ticks(&self) -> u64 {
        self.ticks.load(SeqCst)
    }

    /// The leader enters a call.
    pub(super) fn enter(&self) -> Visit {
        let odd = self.now() + 1;
        self.count.store(odd, SeqCst);
        if self.is_asleep.load(SeqCst) {
            self.wake();
        }
        Visit(odd)
    }

    /// The leader came back from a call.
    pub(super) fn leave(&self, visit: Visit) -> Standing {
        match self.ended(visit.0) {
            true => Standing::Leading,
            false => Standing::Deposed,
        }
    }

    /// Has the watcher return from where it waits: there is something else to see.
    pub(super) fn end(&self) {
        // Moved, so that a watcher on its way to sleep turns back.
        self.count.fetch_add(2, SeqCst);
        self.wake();
    }

    fn wake(&self) {
        self.is_asleep.store(false, SeqCst);
        self.watcher.unpark();
    }

    /// Waits a little, then looks whether the leader has moved since `seen`.
    pub(super) fn tick(&self, seen: &mut u64) -> Tick {
        thread::park_timeout(TICK);
        self.ticks.fetch_add(1, SeqCst);
        let now = self.now();
        let has_moved = std::mem::replace(seen, now) != now;
        match (has_moved, now.is_multiple_of(2)) {
            (true, _) => Tick::Fine,
            (false, false) if self.ended(now) => Tick::Deposed,
            (false, false) => Tick::Fine,
            (false, true) => {
                self.sleep(now);
                Tick::Fine
            }
        }
    }

    fn ended(&self, odd: u64) -> bool {
        self.count.compare_exchange(odd, odd + 1, SeqCst, SeqCst).is_ok()
    }

    /// Waits for a call, which wakes the watcher if it enters after the flag is up.
    fn sleep(&self, seen: u64) {
        self.is_asleep.store(true, SeqCst);
        if self.now() == seen {
            thread::park();
        }
        self.is_asleep.store(false, SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pulse() -> (Pulse, u64) {
        let pulse = Pulse::new(thread::current());
        let seen = pulse.now();
        (pulse, seen)
    }

    #[test]
    fn a_leader_that_comes_back_in_time_stays() {
        let (pulse, mut seen) = pulse();
        let visit = pulse.enter();
        assert_eq!(pulse.tick(&mut seen), Tick::Fine);
        assert_eq!(pulse.leave(visit), Standing::Leading);
        assert_eq!(pulse.tick(&mut seen), Tick::Fine);
    }

    #[test]
    fn a_leader_that_stays_away_is_deposed_once() {
        let (pulse, mut seen) = pulse();
        let visit = pulse.enter();
        assert_eq!(pulse.tick(&mut seen), Tick::Fine);
        assert_eq!(pulse.tick(&mut seen), Tick::Deposed);
        let next = pulse.enter();
        assert_eq!(pulse.leave(visit), Standing::Deposed);
        assert_eq!(pulse.leave(next), Standing::Leading);
    }

    #[test]
    fn the_end_is_never_slept_through() {
        let (pulse, mut seen) = pulse();
        pulse.end();
        assert_eq!(pulse.tick(&mut seen), Tick::Fine);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !pulse.is_asleep.load(SeqCst) {
                    thread::yield_now();
                }
                pulse.end();
            });
            assert_eq!(pulse.tick(&mut seen), Tick::Fine);
        });
    }

    #[test]
    fn a_call_wakes_the_watcher() {
        let (pulse, mut seen) = pulse();
        thread::scope(|scope| {
            scope.spawn(|| {
                while !pulse.is_asleep.load(SeqCst) {
                    thread::yield_now();
                }
                let visit = pulse.enter();
                assert_eq!(pulse.leave(visit), Standing::Leading);
            });
            assert_eq!(pulse.tick(&mut seen), Tick::Fine);
        });
        assert_eq!(pulse.now(), 2);
    }
}
