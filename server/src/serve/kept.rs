//! Things by their key that stay for a while after the last who used them has left.
//!
//! Looking one up that is there takes one look into a table and allocates nothing. How many are
//! kept that nobody uses is bounded. Must not: know what it keeps.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Deref;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};
use std::time::{Duration, Instant};

/// Things that are kept at least before it is worth a look which of them are to go.
const SWEPT_AT_LEAST: usize = 64;

/// The things.
#[derive(Debug)]
pub(super) struct Kept<K, T> {
    table: RwLock<Table<K, T>>,
    /// How long one stays that nobody uses.
    kept_for: Duration,
    /// How many stay that nobody uses.
    idle_max: usize,
}

#[derive(Debug)]
struct Table<K, T> {
    all: HashMap<K, Arc<Entry<T>>>,
    /// At how many the table is looked through again, so that it is not at each that is added.
    sweep_at: usize,
    swept: Instant,
}

#[derive(Debug)]
struct Entry<T> {
    thing: T,
    left_at: Mutex<Option<Instant>>,
}

/// One of the things, in use.
#[derive(Debug)]
pub(super) struct InUse<T>(Arc<Entry<T>>);

impl<K: Clone + Eq + Hash, T> Kept<K, T> {
    /// Nothing, so far.
    pub(super) fn new(kept_for: Duration, idle_max: usize) -> Self {
        let table = Table { all: HashMap::new(), sweep_at: SWEPT_AT_LEAST, swept: Instant::now() };
        Self { table: RwLock::new(table), kept_for, idle_max }
    }

    /// The thing of this key, made if it is not there.
    pub(super) fn get(&self, key: &K, make: impl FnOnce() -> T) -> InUse<T> {
        let found = {
            let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
            table.all.get(key).map(Arc::clone)
        };
        if let Some(found) = found {
            return InUse(found);
        }
        let mut table = self.write();
        if let Some(found) = table.all.get(key) {
            return InUse(Arc::clone(found));
        }
        let is_due = table.all.len() >= table.sweep_at || table.swept.elapsed() >= self.kept_for;
        let gone = match is_due {
            true => table.sweep(self.kept_for, self.idle_max),
            false => Vec::new(),
        };
        let entry = Arc::new(Entry { thing: make(), left_at: Mutex::default() });
        table.all.insert(key.clone(), Arc::clone(&entry));
        drop(table);
        // What is let go of may have others to tell, who must not wait for this table.
        drop(gone);
        InUse(entry)
    }

    /// Takes out those that nobody has used for long.
    pub(super) fn tidy(&self) {
        let gone = self.write().sweep(self.kept_for, self.idle_max);
        drop(gone);
    }

    /// How many there are, in use or not.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.write().all.len()
    }

    fn write(&self) -> RwLockWriteGuard<'_, Table<K, T>> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash, T> Table<K, T> {
    /// Takes out those that nobody has used for that long, and the older half if too many are idle.
    fn sweep(&mut self, kept_for: Duration, idle_max: usize) -> Vec<Arc<Entry<T>>> {
        let mut idle: Vec<(Instant, K)> = self
            .all
            .iter()
            .filter(|(_, entry)| Arc::strong_count(entry) == 1)
            .filter_map(|(key, entry)| Some(((*entry.left_at())?, key.clone())))
            .collect();
        idle.sort_by_key(|(left_at, _)| *left_at);
        let too_many = if idle.len() > idle_max { idle.len() - idle_max / 2 } else { 0 };
        let mut gone = Vec::new();
        for (at, (left_at, key)) in idle.iter().enumerate() {
            if at < too_many || left_at.elapsed() >= kept_for {
                gone.extend(self.all.remove(key));
            }
        }
        let left = self.all.len();
        self.sweep_at = left + left.clamp(SWEPT_AT_LEAST, idle_max.max(SWEPT_AT_LEAST));
        self.swept = Instant::now();
        gone
    }
}

impl<T> Entry<T> {
    fn left_at(&self) -> MutexGuard<'_, Option<Instant>> {
        self.left_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Deref for InUse<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.thing
    }
}

impl<T> Clone for InUse<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Drop for InUse<T> {
    fn drop(&mut self) {
        *self.0.left_at() = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(3_600);

    #[test]
    fn one_that_is_there_is_found_and_not_made_again() {
        let kept = Kept::new(LONG, 8);
        let one = kept.get(&1, || "one");
        assert_eq!((*one, *kept.get(&1, || "other"), kept.count()), ("one", "one", 1));
        drop(one);
        kept.tidy();
        assert_eq!(*kept.get(&1, || "other"), "one");
    }

    #[test]
    fn one_that_nobody_has_used_for_long_goes_and_one_in_use_stays() {
        let kept = Kept::new(Duration::ZERO, 8);
        let one = kept.get(&1, || "one");
        let again = one.clone();
        kept.get(&2, || "two");
        kept.tidy();
        assert_eq!(kept.count(), 1);
        drop(one);
        kept.tidy();
        assert_eq!(kept.count(), 1, "somebody still uses it");
        drop(again);
        kept.tidy();
        assert_eq!(kept.count(), 0);
    }

    #[test]
    fn a_hundred_thousand_that_come_and_leave_are_not_kept() {
        let kept = Kept::new(LONG, 1_000);
        let stays = kept.get(&-1, || ());
        for at in 0..100_000 {
            kept.get(&at, || ());
            assert!(kept.count() <= 2_002, "{}", kept.count());
        }
        kept.tidy();
        assert!(kept.count() <= 1_001);
        drop(stays);
    }

    #[test]
    fn the_latest_of_too_many_stay() {
        let kept = Kept::new(LONG, 8);
        (0..9).for_each(|at| drop(kept.get(&at, || at)));
        kept.tidy();
        assert_eq!(kept.count(), 4);
        (5..9).for_each(|at| assert_eq!(*kept.get(&at, || 0), at));
    }
}
