//! Queries of the grants, which belong to an agent.

use crate::store::Global;

pub(super) const ADD: Global = Global::sql(
    "INSERT INTO grants (id, approval_id, agent_id, task_id, tool, granted_at, granted_by, \
     expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
);

/// Forgets what was over before `$2`.
pub(super) const FORGET: Global =
    Global::sql("DELETE FROM grants WHERE agent_id = $1 AND expires_at < $2");

/// Every open grant, as little of it as the gates need; `$1` is now.
pub(super) const OPEN: Global = Global::sql(
    "SELECT agent_id, tool, expires_at FROM grants WHERE revoked_at IS NULL AND expires_at > $1",
);

/// The open grants of one tool to one agent, the longest first; `$3` is now.
pub(super) const OPEN_FOR: Global = Global::sql(
    "SELECT id, approval_id, agent_id, task_id, tool, granted_at, granted_by, expires_at, \
     revoked_at, revoke_reason FROM grants WHERE agent_id = $1 AND tool = $2 \
     AND revoked_at IS NULL AND expires_at > $3 ORDER BY expires_at DESC, id LIMIT 1",
);

pub(super) const ANSWERING: Global = Global::sql(
    "SELECT id, approval_id, agent_id, task_id, tool, granted_at, granted_by, expires_at, \
     revoked_at, revoke_reason FROM grants WHERE approval_id = $1",
);

pub(super) const FIND: Global = Global::sql(
    "SELECT id, approval_id, agent_id, task_id, tool, granted_at, granted_by, expires_at, \
     revoked_at, revoke_reason FROM grants WHERE id = $1",
);

pub(super) const NEWEST: Global = Global::sql(
    "SELECT id, approval_id, agent_id, task_id, tool, granted_at, granted_by, expires_at, \
     revoked_at, revoke_reason FROM grants ORDER BY granted_at DESC, id DESC LIMIT $1",
);

/// One that was ended or has expired stays as it is; `$2` is now.
pub(super) const REVOKE: Global = Global::sql(
    "UPDATE grants SET revoked_at = $2, revoke_reason = $3 \
     WHERE id = $1 AND revoked_at IS NULL AND expires_at > $2",
);

/// As `REVOKE`, for every grant of a task.
pub(super) const END_TASK: Global = Global::sql(
    "UPDATE grants SET revoked_at = $2, revoke_reason = $3 \
     WHERE task_id = $1 AND revoked_at IS NULL AND expires_at > $2",
);
