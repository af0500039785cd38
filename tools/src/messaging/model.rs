//! What the store keeps of spaces, conversations, messages, notes and tasks.

use sqlx::FromRow;

/// One space, as stored.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Space {
    /// Its id.
    pub id: String,
    /// Its name; no two in a workspace have the same.
    pub name: String,
    /// When it was made, in milliseconds.
    pub created_at: i64,
    /// When it was put away, in milliseconds.
    pub archived_at: Option<i64>,
}

/// One stream of messages inside a space.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Conversation {
    /// Its id.
    pub id: String,
    /// The space it belongs to.
    pub space_id: String,
}

#[derive(Debug, FromRow)]
pub(super) struct MessageRecord {
    pub(super) id: String,
    pub(super) content: String,
    pub(super) sender_id: String,
    pub(super) sender_type: String,
    pub(super) message_type: String,
    pub(super) metadata: Option<String>,
    pub(super) created_at: i64,
}

#[derive(Debug, FromRow)]
pub(super) struct NotesRecord {
    pub(super) content: String,
    pub(super) updated_by: String,
    pub(super) updated_at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(super) struct TodoRecord {
    pub(super) id: String,
    pub(super) content: String,
    pub(super) status: String,
}
