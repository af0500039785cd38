//! Approvals: what an agent asks for and a person decides.
//!
//! Lives here: the queue. Asking twice for one thing is asking once, and of two who decide one is
//! told that the other was first. Must not: wait for a decision, or know how one is shown.

pub mod admin;
mod ask;
mod model;
mod sql;

pub use ask::{PENDING_MAX, REASON_CHARS_MAX, Wish, ask, find};
pub use model::{Approval, ApprovalKind, ApprovalState};

use crate::store::{StoreError, rfc3339};

/// Why something cannot be asked for or decided.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalError {
    /// An agent that asks for too much at a time.
    #[error(
        "{PENDING_MAX} of your requests wait for a decision already; \
         ask again when one of them is decided"
    )]
    TooMany,
    /// No such request.
    #[error("no approval has the id `{id}`; `tollgate approvals list` shows those that wait")]
    Unknown {
        /// The id as given.
        id: String,
    },
    /// It does not wait any more.
    #[error("the approval {id} was {} by {by} at {}; it cannot be decided again",
        .state.word(), rfc3339(*.at))]
    Decided {
        /// Its id.
        id: String,
        /// What became of it.
        state: ApprovalState,
        /// Who decided.
        by: String,
        /// When, in milliseconds.
        at: i64,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
