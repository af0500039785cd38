//! Queries of the approvals, which belong to an agent.

use crate::store::Global;

/// Makes other requests of the agent wait for the transaction's end.
pub(super) const TAKE_TURN: Global = Global::sql(
    "INSERT INTO approval_turns (agent_id, turn) VALUES ($1, 1) \
     ON CONFLICT (agent_id) DO UPDATE SET turn = approval_turns.turn + 1",
);

/// Forgets what was decided before `$2`, but for what a grant answers.
pub(super) const FORGET: Global = Global::sql(
    "DELETE FROM approvals WHERE agent_id = $1 AND decided_at < $2 \
     AND NOT EXISTS (SELECT id FROM grants WHERE approval_id = approvals.id)",
);

/// Ends what nobody decided in time; `$2` is now, `$3` the verdict, `$4` whose it is.
pub(super) const EXPIRE: Global = Global::sql(
    "UPDATE approvals SET verdict = $3, decided_at = expires_at, decided_by = $4 \
     WHERE agent_id = $1 AND verdict IS NULL AND expires_at <= $2",
);

/// How many requests of an agent wait, besides one like this.
pub(super) const OTHERS_WAITING: Global = Global::sql(
    "SELECT COUNT(*) FROM approvals WHERE agent_id = $1 AND verdict IS NULL \
     AND NOT (kind = $2 AND tool = $3 AND task_id = $4)",
);

/// Does nothing if the agent has asked for the same already.
pub(super) const ADD: Global = Global::sql(
    "INSERT INTO approvals \
     (id, kind, agent_id, task_id, tool, reason, created_at, expires_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
);

pub(super) const WAITING: Global = Global::sql(
    "SELECT id, kind, agent_id, task_id, tool, reason, created_at, expires_at, verdict, \
     decided_at, decided_by FROM approvals WHERE agent_id = $1 AND verdict IS NULL \
     AND kind = $2 AND tool = $3 AND task_id = $4",
);

pub(super) const FIND: Global = Global::sql(
    "SELECT id, kind, agent_id, task_id, tool, reason, created_at, expires_at, verdict, \
     decided_at, decided_by FROM approvals WHERE id = $1",
);

pub(super) const NEWEST: Global = Global::sql(
    "SELECT id, kind, agent_id, task_id, tool, reason, created_at, expires_at, verdict, \
     decided_at, decided_by FROM approvals ORDER BY created_at DESC, id DESC LIMIT $1",
);

pub(super) const ALL_WAITING: Global = Global::sql(
    "SELECT id, kind, agent_id, task_id, tool, reason, created_at, expires_at, verdict, \
     decided_at, decided_by FROM approvals WHERE verdict IS NULL AND expires_at > $1 \
     ORDER BY created_at, id",
);

/// Decides what still waits; of two who decide at a time one changes no row.
pub(super) const DECIDE: Global = Global::sql(
    "UPDATE approvals SET verdict = $2, decided_at = $3, decided_by = $4 \
     WHERE id = $1 AND verdict IS NULL AND expires_at > $3",
);

/// Ends what was asked for a task that has ended; `$2` is the verdict, `$3` now, `$4` whose it is.
pub(super) const END_TASK: Global = Global::sql(
    "UPDATE approvals SET verdict = $2, decided_at = $3, decided_by = $4 \
     WHERE task_id = $1 AND verdict IS NULL",
);
