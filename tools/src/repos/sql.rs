//! Queries of repositories and their isolated copies.

use crate::store::Scoped;

pub(super) const LIST: Scoped = Scoped::sql(
    "SELECT id, full_name, path, created_at FROM repos WHERE workspace_id = $1 \
     ORDER BY created_at, id LIMIT $2",
);

pub(super) const ADD: Scoped = Scoped::sql(
    "INSERT INTO repos (workspace_id, id, full_name, path, created_at) \
     VALUES ($1, $2, $3, $4, $5)",
);

pub(super) const WORKTREE: Scoped = Scoped::sql(
    "SELECT path, branch, is_ready, claimed_at FROM worktrees \
     WHERE workspace_id = $1 AND repo_id = $2 AND conversation_id = $3",
);

/// Of several claims at once, one changes a row.
pub(super) const CLAIM: Scoped = Scoped::sql(
    "INSERT INTO worktrees \
     (workspace_id, repo_id, conversation_id, path, branch, is_ready, claimed_at) \
     VALUES ($1, $2, $3, $4, $5, 0, $6) ON CONFLICT DO NOTHING",
);

/// Of several claims at once, one changes a row.
pub(super) const CLAIM_AGAIN: Scoped = Scoped::sql(
    "UPDATE worktrees SET is_ready = 0, claimed_at = $5 WHERE workspace_id = $1 \
     AND repo_id = $2 AND conversation_id = $3 AND claimed_at = $4",
);

pub(super) const READY: Scoped = Scoped::sql(
    "UPDATE worktrees SET is_ready = 1 WHERE workspace_id = $1 \
     AND repo_id = $2 AND conversation_id = $3 AND claimed_at = $4",
);

pub(super) const GIVE_UP: Scoped = Scoped::sql(
    "DELETE FROM worktrees WHERE workspace_id = $1 \
     AND repo_id = $2 AND conversation_id = $3 AND claimed_at = $4",
);
