//! Why a key is not made, not changed or not taken.

use super::admin::{CLIENT_CHARS_MAX, DAYS_MAX, GRACE_HOURS_MAX};
use super::kind::KeyKind;
use super::text::Malformed;
use crate::store::{StoreError, rfc3339};

/// Why a key lets nobody in.
///
/// What it says is for whoever shows the key; [`KeyError::cause`] is for the log. The two differ
/// where somebody outside must not learn that a key once was one.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// It is no key.
    #[error("this is no key: {0}")]
    Malformed(#[from] Malformed),
    /// No key has this id, or its secret is another.
    #[error("this key is not known here")]
    Unknown,
    /// It was ended by the operator.
    #[error("this key is not known here")]
    Revoked {
        /// The id of the key.
        id: String,
    },
    /// Its time is over.
    #[error("this key expired at {}", rfc3339(*.at))]
    Expired {
        /// The id of the key.
        id: String,
        /// When, in milliseconds.
        at: i64,
    },
    /// It was made by another build, with a kind or a scope that this one does not know.
    #[error("this key has rights that this build does not know, so that it opens nothing")]
    Unreadable {
        /// The id of the key.
        id: String,
    },
    /// It is the key of an agent that is gone.
    #[error("the agent of this key is gone")]
    NoAgent {
        /// The id of the key.
        id: String,
    },
    /// Nobody can say whether it is a key.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl KeyError {
    /// The cause, in one word for a log.
    #[must_use]
    pub const fn cause(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed",
            Self::Unknown => "unknown",
            Self::Revoked { .. } => "revoked",
            Self::Expired { .. } => "expired",
            Self::Unreadable { .. } => "unreadable",
            Self::NoAgent { .. } => "no_agent",
            Self::Store(_) => "store",
        }
    }

    /// The id of the key, if its secret was right.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Revoked { id }
            | Self::Expired { id, .. }
            | Self::Unreadable { id }
            | Self::NoAgent { id } => Some(id),
            Self::Malformed(_) | Self::Unknown | Self::Store(_) => None,
        }
    }
}

/// Why the operator's request about a key was refused.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// The client is no id.
    #[error(
        "`{given}` is no client id; one has 1 to {CLIENT_CHARS_MAX} of the characters \
         a to z, A to Z, 0 to 9, `_` and `-`"
    )]
    Client {
        /// What was given.
        given: String,
    },
    /// The client is an agent, and the key would not be its own.
    #[error("`{id}` is an agent; a key for an agent is of the kind agent, not {kind}")]
    IsAgent {
        /// The agent's id.
        id: String,
        /// What was asked for.
        kind: KeyKind,
    },
    /// The key is for an agent that is not there.
    #[error("no agent has the id `{id}`; `tollgate agent list` shows the agents of a workspace")]
    UnknownAgent {
        /// What was given.
        id: String,
    },
    /// A scope that does not exist.
    #[error(
        "there is no scope `{given}`; this key can have {allowed}{}",
        .nearest.map(|scope| format!("; did you mean `{scope}`?")).unwrap_or_default()
    )]
    UnknownScope {
        /// What was given.
        given: String,
        /// The scopes that keys of this kind can have.
        allowed: String,
        /// The scope that was probably meant.
        nearest: Option<&'static str>,
    },
    /// A scope that must not leave the house.
    #[error("`{scope}` is not for external keys; they can have {allowed}")]
    InternalScope {
        /// The scope.
        scope: &'static str,
        /// The scopes that external keys can have.
        allowed: String,
    },
    /// A key that could do nothing.
    #[error("a key of the kind {kind} needs at least one scope")]
    NoScopes {
        /// The kind.
        kind: KeyKind,
    },
    /// Scopes that nobody would ask.
    #[error("a key of the kind {kind} is not limited by scopes; leave the scopes out")]
    ScopesOfNoUse {
        /// The kind.
        kind: KeyKind,
    },
    /// A life that is no life, or has no end.
    #[error("a key lives for 1 to {DAYS_MAX} days, not for {given}")]
    Days {
        /// What was given.
        given: u32,
    },
    /// A grace that is no grace.
    #[error("a key that is replaced lives on for 0 to {GRACE_HOURS_MAX} hours, not for {given}")]
    GraceHours {
        /// What was given.
        given: u32,
    },
    /// It is the id of nothing, and may be a part of a key: it is not repeated.
    #[error(
        "this is no id of a key, which has 16 digits from 0 to f; `tollgate key list` shows all"
    )]
    NoKeyId,
    /// No key has this id.
    #[error("no key has the id `{given}`; `tollgate key list` shows them all")]
    UnknownKey {
        /// What was given.
        given: String,
    },
    /// A key that was ended cannot live on in another.
    #[error("the key {id} was revoked; `tollgate key create` makes a new one")]
    Revoked {
        /// The id of the key.
        id: String,
    },
    /// A key has one successor.
    #[error("the key {id} was replaced by {by}; rotate that one")]
    Replaced {
        /// The id of the key.
        id: String,
        /// The id of its successor.
        by: String,
    },
    /// What the key may do is not known here, so that no other can be given the same.
    #[error("the key {id} has rights that this build does not know; rotate it with a newer one")]
    Unreadable {
        /// The id of the key.
        id: String,
    },
    /// Without random numbers there is no secret.
    #[error("the operating system gives no random numbers")]
    NoRandom(#[source] getrandom::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
