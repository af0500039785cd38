//! The sessions that clients come back to: bounded in number, and gone when nobody uses them.
//!
//! An id is a name and no credential: whoever shows it also has to be whose session it is.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use data_encoding::BASE64URL_NOPAD;

use super::entry::{Entry, Kind};
use super::refused::Refused;
use crate::gate::Credential;

/// Random bytes of an id.
const ID_BYTES: usize = 18;
/// A session that was unused for longer makes room for a new one.
const IN_USE: Duration = Duration::from_secs(60);
/// One in so many sessions makes room at a time, so that looking for it costs each new one little.
const PART: usize = 64;

/// The sessions.
#[derive(Debug)]
pub(super) struct Sessions {
    table: RwLock<HashMap<Box<str>, Arc<Entry>>>,
    max: usize,
    idle: Duration,
    started: Instant,
    /// Until when nobody needs to look for one that makes room, in seconds since the start.
    full_until: AtomicU64,
    swept: Mutex<u32>,
}

impl Sessions {
    /// None so far, and that many at most; one ends that is unused for so long.
    pub(super) fn new(max: usize, idle: Duration) -> Self {
        Self {
            table: RwLock::default(),
            max,
            idle,
            started: Instant::now(),
            full_until: AtomicU64::new(0),
            swept: Mutex::default(),
        }
    }

    /// Seconds since the start.
    pub(super) fn now(&self) -> u32 {
        u32::try_from(self.started.elapsed().as_secs()).unwrap_or(u32::MAX)
    }

    /// An id that nobody can guess.
    pub(super) fn new_id() -> Result<Box<str>, Refused> {
        let mut bytes = [0; ID_BYTES];
        if getrandom::fill(&mut bytes).is_err() {
            return Err(Refused::full("the operating system gives no random numbers", 1));
        }
        Ok(BASE64URL_NOPAD.encode(&bytes).into())
    }

    /// Keeps a session.
    pub(super) fn add(&self, entry: Arc<Entry>) -> Result<(), Refused> {
        let mut table = self.write();
        let mut gone = Vec::new();
        if table.len() >= self.max {
            gone = self.make_room(&mut table);
            if table.len() >= self.max {
                let text = format!("{} sessions are in use; `sessions_max` is the limit", self.max);
                return Err(Refused::full(text, 5));
            }
        }
        table.insert(entry.id().into(), entry);
        drop(table);
        gone.iter().for_each(|entry| entry.end());
        Ok(())
    }

    /// The session of this id and kind, if it belongs to whoever shows this credential.
    pub(super) fn get(&self, id: &str, kind: Kind, credential: &Credential) -> Option<Arc<Entry>> {
        let entry = self.read().get(id).cloned()?;
        let is_theirs = entry.kind() == kind && entry.belongs_to(credential);
        is_theirs.then(|| {
            entry.touch(self.now());
            entry
        })
    }

    /// Ends a session.
    pub(super) fn remove(&self, id: &str) {
        let gone = self.write().remove(id);
        if let Some(entry) = gone {
            entry.end();
        }
    }

    /// Ends all of them.
    pub(super) fn close(&self) {
        let all: Vec<_> = self.write().drain().map(|(_, entry)| entry).collect();
        all.iter().for_each(|entry| entry.end());
    }

    /// Ends every standing stream on which no answer is waited for.
    pub(super) fn end_streams(&self) {
        for entry in self.read().values() {
            // Beside the table and its stream, whoever holds one answers on that stream.
            let answers = entry.kind() == Kind::Stream && Arc::strong_count(entry) > 2;
            if !answers {
                entry.unasked().finish(None);
            }
        }
    }

    /// Ends those that nobody has used for long, and lets go of what is kept for clients that did
    /// not come back.
    pub(super) fn tidy(&self) {
        let now = self.now();
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        if *swept == now {
            return;
        }
        *swept = now;
        let mut gone = Vec::new();
        self.read().values().for_each(|entry| entry.tidy(now));
        self.write().retain(|_, entry| {
            let is_over = !is_used(entry) && entry.unused_for(now) >= self.idle;
            if is_over {
                gone.push(Arc::clone(entry));
            }
            !is_over
        });
        gone.iter().for_each(|entry| entry.end());
    }

    /// Takes out some of those unused for longest, of those that are unused for long enough.
    fn make_room(&self, table: &mut HashMap<Box<str>, Arc<Entry>>) -> Vec<Arc<Entry>> {
        let now = self.now();
        if u64::from(now) < self.full_until.load(Ordering::Relaxed) {
            return Vec::new();
        }
        let mut unused: Vec<(Duration, Box<str>)> = table
            .values()
            .filter(|entry| !is_used(entry))
            .map(|entry| (entry.unused_for(now), entry.id().into()))
            .collect();
        unused.sort_by(|one, other| other.cmp(one));
        let longest = unused.first().map_or(Duration::ZERO, |(unused, _)| *unused);
        if longest <= IN_USE {
            let wait = (IN_USE - longest).as_secs().max(1);
            self.full_until.store(u64::from(now) + wait, Ordering::Relaxed);
            return Vec::new();
        }
        let some = unused.into_iter().take_while(|(unused, _)| *unused > IN_USE);
        let some = some.take((self.max / PART).max(1));
        some.filter_map(|(_, id)| table.remove(&id)).collect()
    }

    fn read(&self) -> RwLockReadGuard<'_, HashMap<Box<str>, Arc<Entry>>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, HashMap<Box<str>, Arc<Entry>>> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a request or a stream has it in use.
fn is_used(entry: &Arc<Entry>) -> bool {
    Arc::strong_count(entry) > 1
}

/// When something was used last, in seconds since the start.
#[derive(Debug)]
pub(super) struct LastUse(AtomicU32);

impl LastUse {
    pub(super) const fn new(now: u32) -> Self {
        Self(AtomicU32::new(now))
    }

    pub(super) fn touch(&self, now: u32) {
        self.0.store(now, Ordering::Relaxed);
    }

    pub(super) fn unused_for(&self, now: u32) -> Duration {
        Duration::from_secs(now.saturating_sub(self.0.load(Ordering::Relaxed)).into())
    }
}
