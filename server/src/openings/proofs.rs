//! The credentials that are in use, and whether the proof of each still holds.
//!
//! A credential is looked after for as long as somebody holds it. Must not: tell anybody.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::time::timeout;
use tollgate_tools::keys::{Key, KeyState, admin as keys};
use tollgate_tools::port::Clock;
use tollgate_tools::store::{Store, StoreError};

use super::live::STORE_WAITS;
use crate::gate::{Credential, Ended, Proof};
use crate::identity::IdentityKey;

/// Keys that are asked for one by one; more are read all at once.
const KEYS_ALONE_MAX: usize = 4;

/// The proofs that are in use.
#[derive(Debug, Default)]
pub(super) struct Proofs {
    held: Mutex<HashMap<Credential, Weak<Held>>>,
    /// Whether the last look at the keys failed.
    is_failing: AtomicBool,
}

/// A credential, and what was last seen of its proof.
#[derive(Debug)]
pub(super) struct Held {
    credential: Credential,
    seen: Mutex<Seen>,
    all: Weak<Proofs>,
}

/// What a look at a proof showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    ended: Option<Ended>,
    expires_at: i64,
    /// What was last told of it.
    told: Option<Ended>,
}

impl Proofs {
    /// Looks after a credential until this is dropped. It held a moment ago.
    pub(super) fn hold(proofs: &Arc<Self>, credential: &Credential) -> Arc<Held> {
        let mut held = proofs.held();
        if let Some(held) = held.get(credential).and_then(Weak::upgrade) {
            return held;
        }
        let new = Arc::new(Held {
            credential: credential.clone(),
            seen: Mutex::new(Seen::of(credential.proof())),
            all: Arc::downgrade(proofs),
        });
        held.insert(credential.clone(), Arc::downgrade(&new));
        new
    }

    /// Why a proof does not hold any more, if it does not.
    pub(super) fn ended(&self, credential: &Credential, now_ms: i64) -> Option<Ended> {
        let held = self.held().get(credential).and_then(Weak::upgrade);
        match held {
            Some(held) => held.ended(now_ms),
            None => Seen::of(credential.proof()).ended(credential.proof(), now_ms),
        }
    }

    /// When the next of them ends by itself, in milliseconds.
    pub(super) fn next_end(&self, now_ms: i64) -> Option<i64> {
        let ends = self.all().into_iter().map(|held| held.seen().expires_at);
        ends.filter(|ends| now_ms < *ends && *ends < i64::MAX).min()
    }

    /// Whether any of them can end without a word. An access token says itself when it ends.
    pub(super) fn must_be_looked_at(&self) -> bool {
        let must = |proof: &Proof| matches!(proof, Proof::Token { .. } | Proof::Key { .. });
        self.held().keys().any(|credential| must(credential.proof()))
    }

    /// Ends those that are not trusted any more; gives them.
    pub(super) fn withdraw(&self, is_meant: impl Fn(&Credential) -> bool) -> Vec<Arc<Held>> {
        let mut meant = self.all();
        meant.retain(|held| is_meant(&held.credential));
        for held in &meant {
            let mut seen = held.seen();
            seen.ended = Some(Ended::TokenWithdrawn);
            seen.told = seen.ended;
        }
        meant
    }

    /// How many are looked after.
    #[cfg(test)]
    pub(super) fn count(&self) -> usize {
        self.held().len()
    }

    /// Looks at home and store again; gives those of which something else is to be told. What
    /// cannot be read does not hold.
    pub(super) async fn look(&self, store: &Store, clock: &dyn Clock) -> Vec<Arc<Held>> {
        let all = self.all();
        self.look_at_tokens(&all);
        self.look_at_keys(&all, store, clock).await;
        let now_ms = clock.now_ms();
        all.into_iter().filter(|held| held.is_news(now_ms)).collect()
    }

    fn look_at_tokens(&self, all: &[Arc<Held>]) {
        let mut homes = HashMap::<&Path, Option<String>>::new();
        for held in all {
            if let Proof::Token { home, signer, .. } = held.credential.proof() {
                let now = homes.entry(home).or_insert_with(|| fingerprint(home));
                let is_signed = now.as_ref() == Some(signer);
                held.seen().ended = (!is_signed).then_some(Ended::TokenUnsigned);
            }
        }
    }

    async fn look_at_keys(&self, all: &[Arc<Held>], store: &Store, clock: &dyn Clock) {
        let ids: HashSet<&str> = all.iter().filter_map(|held| held.key_id()).collect();
        if ids.is_empty() {
            return;
        }
        let found = timeout(STORE_WAITS, read(store, &ids)).await;
        let (found, failure) = match found {
            Ok(Ok(found)) => (Some(found), None),
            Ok(Err(error)) => (None, Some(error.to_string())),
            Err(_) => (None, Some("the store does not answer".to_owned())),
        };
        let was_failing = self.is_failing.swap(failure.is_some(), Ordering::Relaxed);
        if let (Some(why), false) = (failure, was_failing) {
            tracing::error!("keys cannot be read, so that their sessions are closed: {why}");
        }
        let now_ms = clock.now_ms();
        for held in all {
            let Some(id) = held.key_id() else { continue };
            let (ended, expires_at) = match &found {
                None => (Some(Ended::KeyUnreadable), i64::MAX),
                Some(found) => state(found.get(id), now_ms),
            };
            let mut seen = held.seen();
            *seen = Seen { ended, expires_at, ..*seen };
        }
    }

    /// Taken out of the lock, because whoever lets go of the last one needs it.
    fn all(&self) -> Vec<Arc<Held>> {
        self.held().values().filter_map(Weak::upgrade).collect()
    }

    fn held(&self) -> MutexGuard<'_, HashMap<Credential, Weak<Held>>> {
        locked(&self.held)
    }
}

impl Held {
    /// It was verified again a moment ago.
    pub(super) fn renew(&self) {
        self.seen().ended = None;
    }

    /// Why it does not hold any more, if it does not.
    pub(super) fn ended(&self, now_ms: i64) -> Option<Ended> {
        self.seen().ended(self.credential.proof(), now_ms)
    }

    fn is_news(&self, now_ms: i64) -> bool {
        let ended = self.ended(now_ms);
        std::mem::replace(&mut self.seen().told, ended) != ended
    }

    fn key_id(&self) -> Option<&str> {
        match self.credential.proof() {
            Proof::Key { id } => Some(id),
            Proof::Owner | Proof::Token { .. } | Proof::Access { .. } => None,
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        locked(&self.seen)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let Some(all) = self.all.upgrade() else { return };
        let mut held = all.held();
        // Somebody else may hold it anew by now.
        if held.get(&self.credential).is_some_and(|held| held.strong_count() == 0) {
            held.remove(&self.credential);
        }
    }
}

impl Seen {
    /// What the proof says itself.
    const fn of(proof: &Proof) -> Self {
        let expires_at = match proof {
            Proof::Token { expires_at, .. } | Proof::Access { expires_at, .. } => *expires_at,
            Proof::Owner | Proof::Key { .. } => i64::MAX,
        };
        Self { ended: None, expires_at, told: None }
    }

    fn ended(&self, proof: &Proof, now_ms: i64) -> Option<Ended> {
        match (self.ended, proof) {
            (None, _) if self.expires_at > now_ms => None,
            (None, Proof::Token { .. } | Proof::Access { .. }) => Some(Ended::TokenExpired),
            (None, Proof::Key { .. }) => Some(Ended::KeyExpired),
            (ended, _) => ended,
        }
    }
}

async fn read(store: &Store, ids: &HashSet<&str>) -> Result<HashMap<String, Key>, StoreError> {
    let mut found = HashMap::with_capacity(ids.len());
    if ids.len() > KEYS_ALONE_MAX {
        let keys = keys::list(store).await?.into_iter();
        found.extend(keys.filter(|key| ids.contains(&*key.id)).map(|key| (key.id.clone(), key)));
        return Ok(found);
    }
    for id in ids {
        found.extend(keys::find(store, id).await?.map(|key| (key.id.clone(), key)));
    }
    Ok(found)
}

/// What is to be said of a key as the store has it, and when it ends by itself.
fn state(key: Option<&Key>, now_ms: i64) -> (Option<Ended>, i64) {
    let Some(key) = key else { return (Some(Ended::KeyRevoked), i64::MAX) };
    let ended = match key.state(now_ms) {
        KeyState::Live => None,
        KeyState::Expired => Some(Ended::KeyExpired),
        KeyState::Revoked => Some(Ended::KeyRevoked),
        KeyState::Unreadable => Some(Ended::KeyUnreadable),
    };
    (ended, key.expires_at)
}

/// What the key is called with which this home signs now, if it has one.
fn fingerprint(home: &Path) -> Option<String> {
    Some(IdentityKey::open(home).ok()??.fingerprint())
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tollgate_tools::call::Caller;

    use super::*;

    fn token(expires_at: i64) -> Credential {
        let proof = Proof::Token { expires_at, home: PathBuf::new(), signer: String::new() };
        Credential::new(Caller::Operator, None, proof)
    }

    fn key(id: &str) -> Credential {
        Credential::new(Caller::Operator, None, Proof::Key { id: id.to_owned() })
    }

    fn seen(held: &Held, ended: Option<Ended>, expires_at: i64) {
        let mut seen = held.seen();
        *seen = Seen { ended, expires_at, ..*seen };
    }

    #[test]
    fn a_token_and_a_key_end_in_the_millisecond_they_say() {
        for (credential, expected) in
            [(token(10), Ended::TokenExpired), (key("k"), Ended::KeyExpired)]
        {
            let proofs = Arc::new(Proofs::default());
            let held = Proofs::hold(&proofs, &credential);
            seen(&held, None, 10);
            assert_eq!((held.ended(9), proofs.next_end(9)), (None, Some(10)));
            assert_eq!((held.ended(10), proofs.next_end(10)), (Some(expected), None));
            assert_eq!(proofs.ended(&credential, 10), Some(expected));
            assert!(proofs.must_be_looked_at());
        }
    }

    #[test]
    fn a_token_that_nobody_holds_ends_all_the_same() {
        let proofs = Proofs::default();
        assert_eq!(proofs.ended(&token(10), 9), None);
        assert_eq!(proofs.ended(&token(10), 10), Some(Ended::TokenExpired));
    }

    #[test]
    fn what_the_store_said_of_a_key_comes_before_its_time() {
        for ended in [Ended::KeyRevoked, Ended::KeyUnreadable] {
            let proofs = Arc::new(Proofs::default());
            let held = Proofs::hold(&proofs, &key("k"));
            seen(&held, Some(ended), 10);
            assert_eq!(held.ended(10), Some(ended));
        }
    }

    #[test]
    fn the_end_of_one_key_is_no_end_of_another_of_the_same_caller() {
        let proofs = Arc::new(Proofs::default());
        let (one, other) = (Proofs::hold(&proofs, &key("1")), Proofs::hold(&proofs, &key("2")));
        seen(&one, Some(Ended::KeyRevoked), 10);
        assert_eq!((one.ended(0), other.ended(0)), (Some(Ended::KeyRevoked), None));
        assert!(one.is_news(0) && !one.is_news(0) && !other.is_news(0));
    }

    #[test]
    fn what_is_withdrawn_has_ended_until_it_is_verified_again() {
        let proofs = Arc::new(Proofs::default());
        let (one, other) = (Proofs::hold(&proofs, &token(10)), Proofs::hold(&proofs, &token(11)));
        let withdrawn = proofs.withdraw(|credential| *credential == token(10));
        assert!(withdrawn.len() == 1 && Arc::ptr_eq(&withdrawn[0], &one));
        assert_eq!((one.ended(0), other.ended(0)), (Some(Ended::TokenWithdrawn), None));
        one.renew();
        assert_eq!((one.ended(0), one.ended(10)), (None, Some(Ended::TokenExpired)));
        assert!(one.is_news(0), "whoever was told that it ended is told");
    }

    #[test]
    fn nothing_ends_the_owner() {
        let proofs = Arc::new(Proofs::default());
        let owner = Proofs::hold(&proofs, &Caller::Operator.into());
        assert_eq!((owner.ended(i64::MAX), proofs.next_end(0)), (None, None));
        assert!(!proofs.must_be_looked_at());
    }

    #[test]
    fn a_credential_is_forgotten_as_soon_as_nobody_holds_it() {
        let proofs = Arc::new(Proofs::default());
        let kept = Proofs::hold(&proofs, &key("kept"));
        for at in 0..1_000 {
            drop(Proofs::hold(&proofs, &key(&at.to_string())));
        }
        assert_eq!(proofs.count(), 1);
        let again = Proofs::hold(&proofs, &key("kept"));
        drop(kept);
        assert_eq!(proofs.count(), 1);
        drop(again);
        assert_eq!(proofs.count(), 0);
    }
}
