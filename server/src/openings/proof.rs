//! How a connection proved who it is, and whether that still holds.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::time::timeout;
use tollgate_tools::keys::{KeyState, admin as keys};
use tollgate_tools::port::Clock;
use tollgate_tools::store::Store;

use super::live::STORE_WAITS;
use crate::gate::Ended;
use crate::identity::IdentityKey;

/// How a connection proved who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The owner of the home started the process, and nothing ends that.
    Owner,
    /// A token of the home.
    Token {
        /// When it ends, in milliseconds.
        expires_at: i64,
        /// The home that signed it.
        home: PathBuf,
        /// The fingerprint of the key that did.
        signer: String,
    },
    /// A key that the store knows.
    Key {
        /// The part of it that may be shown.
        id: String,
    },
}

/// A proof, and what was last seen of it.
#[derive(Debug)]
pub(super) struct Watched {
    proof: Proof,
    seen: Mutex<Seen>,
}

/// What a look at a key showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    ended: Option<Ended>,
    expires_at: i64,
}

impl Watched {
    /// A proof that held a moment ago.
    pub(super) fn new(proof: Proof) -> Self {
        let expires_at = match proof {
            Proof::Token { expires_at, .. } => expires_at,
            Proof::Owner | Proof::Key { .. } => i64::MAX,
        };
        Self { proof, seen: Mutex::new(Seen { ended: None, expires_at }) }
    }

    /// Why it does not hold any more, if it does not.
    pub(super) fn ended(&self, now_ms: i64) -> Option<Ended> {
        let Seen { ended, expires_at } = *self.seen();
        match (ended, &self.proof) {
            (None, Proof::Token { .. }) if expires_at <= now_ms => Some(Ended::TokenExpired),
            (None, Proof::Key { .. }) if expires_at <= now_ms => Some(Ended::KeyExpired),
            (ended, _) => ended,
        }
    }

    /// When it ends by itself, in milliseconds, if that is to come.
    pub(super) fn next_end(&self, now_ms: i64) -> Option<i64> {
        let ends = self.seen().expires_at;
        (now_ms < ends && ends < i64::MAX).then_some(ends)
    }

    /// Whether it can cease to hold at all.
    pub(super) const fn can_end(&self) -> bool {
        !matches!(self.proof, Proof::Owner)
    }

    /// Looks at the home or the store again. What cannot be read does not hold.
    pub(super) async fn look(&self, store: &Store, clock: &dyn Clock) {
        let id = match &self.proof {
            Proof::Owner => return,
            Proof::Token { home, signer, .. } => {
                let is_signed = signs(home, signer);
                self.seen().ended = (!is_signed).then_some(Ended::TokenUnsigned);
                return;
            }
            Proof::Key { id } => id,
        };
        let found = timeout(STORE_WAITS, keys::find(store, id)).await;
        let unreadable = Seen { ended: Some(Ended::KeyUnreadable), expires_at: i64::MAX };
        let (seen, why) = match found {
            Ok(Ok(Some(key))) => {
                let ended = match key.state(clock.now_ms()) {
                    KeyState::Live => None,
                    KeyState::Expired => Some(Ended::KeyExpired),
                    KeyState::Revoked => Some(Ended::KeyRevoked),
                    KeyState::Unreadable => Some(Ended::KeyUnreadable),
                };
                (Seen { ended, expires_at: key.expires_at }, None)
            }
            Ok(Ok(None)) => (Seen { ended: Some(Ended::KeyRevoked), ..unreadable }, None),
            Ok(Err(error)) => (unreadable, Some(error.to_string())),
            Err(_) => (unreadable, Some("the store does not answer".to_owned())),
        };
        let before = std::mem::replace(&mut *self.seen(), seen);
        if let (Some(why), true) = (why, before != seen) {
            tracing::error!("the session's key cannot be read, so that it is closed: {why}");
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether this home still signs with the key of this fingerprint.
fn signs(home: &Path, signer: &str) -> bool {
    matches!(IdentityKey::open(home), Ok(Some(key)) if key.fingerprint() == signer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(ended: Option<Ended>, expires_at: i64) -> Watched {
        let watched = Watched::new(Proof::Key { id: "k".to_owned() });
        *watched.seen() = Seen { ended, expires_at };
        watched
    }

    #[test]
    fn a_token_and_a_key_end_in_the_millisecond_they_say() {
        let (home, signer) = (PathBuf::new(), String::new());
        let token = Watched::new(Proof::Token { expires_at: 10, home, signer });
        for (watched, ended) in [(token, Ended::TokenExpired), (key(None, 10), Ended::KeyExpired)] {
            assert_eq!((watched.ended(9), watched.next_end(9)), (None, Some(10)));
            assert_eq!((watched.ended(10), watched.next_end(10)), (Some(ended), None));
            assert!(watched.can_end());
        }
    }

    #[test]
    fn what_the_store_said_of_a_key_comes_before_its_time() {
        for ended in [Ended::KeyRevoked, Ended::KeyUnreadable] {
            assert_eq!(key(Some(ended), 10).ended(10), Some(ended));
        }
    }

    #[test]
    fn nothing_ends_the_owner() {
        let owner = Watched::new(Proof::Owner);
        assert_eq!((owner.ended(i64::MAX), owner.next_end(0)), (None, None));
        assert!(!owner.can_end());
    }
}
