//! How a connection proved who it is, and whether that still holds.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tollgate_tools::keys::{KeyState, admin as keys};
use tollgate_tools::store::Store;

use crate::gate::Ended;

/// How a connection proved who it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The owner of the home started the process, and nothing ends that.
    Owner,
    /// A token of the home.
    Token {
        /// When it ends, in milliseconds.
        expires_at: i64,
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
    pub(super) const fn new(proof: Proof) -> Self {
        let expires_at = match proof {
            Proof::Token { expires_at } => expires_at,
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

    /// Whether only the store knows how long it holds.
    pub(super) const fn is_kept_in_store(&self) -> bool {
        matches!(self.proof, Proof::Key { .. })
    }

    /// Looks at the store again. What cannot be read does not hold.
    pub(super) async fn look(&self, store: &Store, now_ms: i64) {
        let Proof::Key { id } = &self.proof else { return };
        let seen = match keys::find(store, id).await {
            Ok(Some(key)) => {
                let ended = match key.state(now_ms) {
                    KeyState::Live => None,
                    KeyState::Expired => Some(Ended::KeyExpired),
                    KeyState::Revoked => Some(Ended::KeyRevoked),
                    KeyState::Unreadable => Some(Ended::KeyUnreadable),
                };
                Seen { ended, expires_at: key.expires_at }
            }
            Ok(None) => Seen { ended: Some(Ended::KeyRevoked), expires_at: i64::MAX },
            Err(error) => {
                tracing::error!("the session's key cannot be read, so that it is closed: {error}");
                Seen { ended: Some(Ended::KeyUnreadable), expires_at: i64::MAX }
            }
        };
        *self.seen() = seen;
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
