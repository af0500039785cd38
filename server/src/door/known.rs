//! Who was let in, by the SHA-256 of what was shown, and who was refused a moment ago.
//!
//! Must not: hold a key or a token.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::refused::Unauthorized;
use crate::gate::Credential;
use crate::openings::Holding;

/// Keys and tokens that are known at a time.
const KNOWN_MAX: usize = 10_000;
/// How long one is known that nobody shows.
const KNOWN_FOR_MS: i64 = 5 * 60 * 1_000;
/// Refusals that are known at a time.
const REFUSED_MAX: usize = 1_024;
/// How long a refusal is known.
const REFUSED_FOR_MS: i64 = 10_000;

/// What a key or token is known by.
pub(super) type Digest = [u8; 32];

/// Those that were let in.
#[derive(Debug, Default)]
pub(super) struct Known(RwLock<HashMap<Digest, Arc<Guest>>>);

/// One of them.
#[derive(Debug)]
pub(super) struct Guest {
    /// Who it is.
    pub(super) credential: Credential,
    /// Sees its end.
    pub(super) holding: Holding,
    /// When it was last verified.
    pub(super) verified_at: i64,
    shown_at: AtomicI64,
}

impl Known {
    /// Whoever showed this before.
    pub(super) fn get(&self, digest: &Digest, now_ms: i64) -> Option<Arc<Guest>> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let guest = Arc::clone(all.get(digest)?);
        drop(all);
        guest.shown_at.store(now_ms, Ordering::Relaxed);
        Some(guest)
    }

    /// Remembers somebody who was verified now.
    pub(super) fn add(
        &self,
        digest: Digest,
        credential: Credential,
        holding: Holding,
        now_ms: i64,
    ) {
        let shown_at = AtomicI64::new(now_ms);
        let guest = Guest { credential, holding, verified_at: now_ms, shown_at };
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let gone = match all.len() >= KNOWN_MAX {
            true => forget_older_half(&mut all),
            false => Vec::new(),
        };
        let before = all.insert(digest, Arc::new(guest));
        drop(all);
        // Whoever is let go of has others to tell, who must not wait for this table.
        drop((gone, before));
    }

    /// Forgets somebody.
    pub(super) fn remove(&self, digest: &Digest) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let gone = all.remove(digest);
        drop(all);
        drop(gone);
    }

    /// Forgets those who have shown nothing for long.
    pub(super) fn tidy(&self, now_ms: i64) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let is_gone = |guest: &Guest| {
            now_ms.saturating_sub(guest.shown_at.load(Ordering::Relaxed)) > KNOWN_FOR_MS
        };
        let gone: Vec<_> = all.extract_if(|_, guest| is_gone(guest)).collect();
        drop(all);
        drop(gone);
    }
}

fn forget_older_half(all: &mut HashMap<Digest, Arc<Guest>>) -> Vec<Arc<Guest>> {
    let shown_at = |guest: &Arc<Guest>| guest.shown_at.load(Ordering::Relaxed);
    let mut order: Vec<_> = all.iter().map(|(digest, guest)| (shown_at(guest), *digest)).collect();
    order.sort_unstable();
    order.truncate(order.len() / 2);
    order.iter().filter_map(|(_, digest)| all.remove(digest)).collect()
}

/// Those that were refused, so that nobody is asked twice about the same junk.
#[derive(Debug, Default)]
pub(super) struct Strangers(Mutex<HashMap<Digest, (i64, Unauthorized)>>);

impl Strangers {
    /// What whoever shows this was told a moment ago.
    pub(super) fn get(&self, digest: &Digest, now_ms: i64) -> Option<Unauthorized> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until_ms, told) = all.get(digest)?;
        (now_ms < *until_ms).then(|| told.clone())
    }

    /// Remembers what somebody was told.
    pub(super) fn add(&self, digest: Digest, told: Unauthorized, now_ms: i64) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REFUSED_MAX {
            all.retain(|_, (until_ms, _)| now_ms < *until_ms);
        }
        if all.len() >= REFUSED_MAX {
            all.clear();
        }
        all.insert(digest, (now_ms.saturating_add(REFUSED_FOR_MS), told));
    }

    /// Forgets everybody: what was refused may be let in by other settings.
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use tollgate_tools::call::Caller;
    use tollgate_tools::port::{Clock, Pending};
    use tollgate_tools::store::StoreUrl;

    use super::*;
    use crate::openings::FromSettings;
    use crate::settings::Home;
    use crate::settings::live::Live;

    /// No time passes.
    #[derive(Debug)]
    struct Never;

    impl Clock for Never {
        fn now_ms(&self) -> i64 {
            0
        }

        fn sleep(&self, _ms: u64) -> Pending<'_, ()> {
            Box::pin(std::future::pending())
        }
    }

    fn digest(at: u64) -> Digest {
        let mut digest = [0; 32];
        digest[..8].copy_from_slice(&at.to_le_bytes());
        digest
    }

    #[test]
    fn the_latest_of_too_many_stay_known_and_whoever_shows_nothing_for_long_does_not() {
        let home = tempfile::tempdir().unwrap();
        let live = Live::open(Home::at(home.path().to_owned()));
        let store = StoreUrl::in_home(home.path()).unwrap();
        let openings = FromSettings::new(live, Arc::new(Never), store);
        let (known, owner) = (Known::default(), Credential::from(Caller::Operator));
        let mut now_ms = 0;
        for at in 0..=KNOWN_MAX as u64 {
            now_ms += 1;
            known.add(digest(at), owner.clone(), openings.hold(&owner), now_ms);
        }
        let count = || known.0.read().unwrap().len();
        assert_eq!(count(), KNOWN_MAX / 2 + 1);
        assert!(known.get(&digest(0), now_ms).is_none());
        let latest = digest(KNOWN_MAX as u64);
        assert!(known.get(&latest, now_ms + 1).is_some());
        known.tidy(now_ms + 1 + KNOWN_FOR_MS);
        assert_eq!(count(), 1);
        known.tidy(now_ms + 2 + KNOWN_FOR_MS);
        assert_eq!(count(), 0);
    }

    #[test]
    fn a_flood_of_strangers_is_bounded() {
        let strangers = Strangers::default();
        let told =
            Unauthorized { status: 401, challenge: None, retry_after_s: None, text: String::new() };
        for at in 0..100_000 {
            strangers.add(digest(at), told.clone(), 0);
            assert!(strangers.0.lock().unwrap().len() <= REFUSED_MAX);
        }
        assert_eq!(strangers.get(&digest(99_999), REFUSED_FOR_MS - 1), Some(told));
        assert_eq!(strangers.get(&digest(99_999), REFUSED_FOR_MS), None);
    }
}
