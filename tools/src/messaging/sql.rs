//! Queries of spaces, conversations, messages, notes and tasks.

use crate::store::Scoped;

pub(super) const SPACES: Scoped = Scoped::sql(
    "SELECT id, name, created_at, archived_at FROM spaces \
     WHERE workspace_id = $1 AND archived_at IS NULL ORDER BY created_at, id LIMIT $2",
);

pub(super) const SPACE: Scoped = Scoped::sql(
    "SELECT id, name, created_at, archived_at FROM spaces WHERE workspace_id = $1 AND id = $2",
);

pub(super) const ADD_SPACE: Scoped =
    Scoped::sql("INSERT INTO spaces (workspace_id, id, name, created_at) VALUES ($1, $2, $3, $4)");

pub(super) const ARCHIVE_SPACE: Scoped = Scoped::sql(
    "UPDATE spaces SET archived_at = COALESCE(archived_at, $3) WHERE workspace_id = $1 AND id = $2",
);

pub(super) const CONVERSATION: Scoped =
    Scoped::sql("SELECT id, space_id FROM conversations WHERE workspace_id = $1 AND id = $2");

pub(super) const STANDING: Scoped = Scoped::sql(
    "SELECT id, space_id FROM conversations \
     WHERE workspace_id = $1 AND space_id = $2 AND is_standing = 1",
);

pub(super) const ADD_CONVERSATION: Scoped = Scoped::sql(
    "INSERT INTO conversations (workspace_id, id, space_id, is_standing, created_at) \
     VALUES ($1, $2, $3, $4, $5)",
);

/// Changes nothing, and makes other writers of the conversation wait for the transaction's end.
pub(super) const LOCK_CONVERSATION: Scoped = Scoped::sql(
    "UPDATE conversations SET is_standing = is_standing WHERE workspace_id = $1 AND id = $2",
);

pub(super) const NEWEST_MESSAGES: Scoped = Scoped::sql(
    "SELECT id, content, sender_id, sender_type, message_type, metadata, created_at \
     FROM messages WHERE workspace_id = $1 AND conversation_id = $2 \
     ORDER BY created_at DESC, id DESC LIMIT $3",
);

pub(super) const ADD_MESSAGE: Scoped = Scoped::sql(
    "INSERT INTO messages (workspace_id, id, conversation_id, sender_id, sender_type, \
     message_type, content, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
);

pub(super) const NOTES: Scoped = Scoped::sql(
    "SELECT content, updated_by, updated_at FROM space_notes \
     WHERE workspace_id = $1 AND space_id = $2",
);

pub(super) const SET_NOTES: Scoped = Scoped::sql(
    "INSERT INTO space_notes (workspace_id, space_id, content, updated_by, updated_at) \
     VALUES ($1, $2, $3, $4, $5) ON CONFLICT (workspace_id, space_id) DO UPDATE SET \
     content = excluded.content, updated_by = excluded.updated_by, \
     updated_at = excluded.updated_at",
);

pub(super) const ITEMS: Scoped = Scoped::sql(
    "SELECT id, content, status FROM todos WHERE workspace_id = $1 AND conversation_id = $2 \
     ORDER BY position",
);

pub(super) const CLEAR_ITEMS: Scoped =
    Scoped::sql("DELETE FROM todos WHERE workspace_id = $1 AND conversation_id = $2");

pub(super) const ADD_ITEM: Scoped = Scoped::sql(
    "INSERT INTO todos (workspace_id, conversation_id, id, position, content, status) \
     VALUES ($1, $2, $3, $4, $5, $6)",
);
