//! What the store keeps of repositories and their isolated copies.

use sqlx::FromRow;

use crate::store::Flag;

/// One repository, as stored.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Repo {
    /// Its id.
    pub id: String,
    /// Its name, usually `owner/name`; no two in a workspace have the same.
    pub full_name: String,
    /// The operator's own working copy.
    pub path: String,
    /// When it was registered, in milliseconds.
    pub created_at: i64,
}

/// The isolated copy of a repository for one conversation.
#[derive(Debug, FromRow)]
pub(super) struct WorktreeRecord {
    pub(super) path: String,
    pub(super) branch: String,
    /// Whether it is there; otherwise somebody has been making it since `claimed_at`.
    pub(super) is_ready: Flag,
    pub(super) claimed_at: i64,
}
