//! Queries of the working state. `$2` is always the agent.

use crate::store::Scoped;

/// Makes other writers of the agent's state wait for the transaction's end, too.
pub(super) const COUNT_UP: Scoped = Scoped::sql(
    "INSERT INTO working_states (workspace_id, agent_id, version) VALUES ($1, $2, 1) \
     ON CONFLICT (workspace_id, agent_id) DO UPDATE SET version = working_states.version + 1 \
     RETURNING version",
);

pub(super) const VERSION: Scoped =
    Scoped::sql("SELECT version FROM working_states WHERE workspace_id = $1 AND agent_id = $2");

pub(super) const ENTRIES: Scoped = Scoped::sql(
    "SELECT entry_key, value, reason, version, set_at, expires_at FROM working_state_entries \
     WHERE workspace_id = $1 AND agent_id = $2",
);

pub(super) const SET_ENTRY: Scoped = Scoped::sql(
    "INSERT INTO working_state_entries \
     (workspace_id, agent_id, entry_key, value, reason, version, set_at, expires_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
     ON CONFLICT (workspace_id, agent_id, entry_key) DO UPDATE SET value = excluded.value, \
     reason = excluded.reason, version = excluded.version, set_at = excluded.set_at, \
     expires_at = excluded.expires_at",
);

pub(super) const CLEAR_ENTRY: Scoped = Scoped::sql(
    "DELETE FROM working_state_entries \
     WHERE workspace_id = $1 AND agent_id = $2 AND entry_key = $3",
);

pub(super) const HANDOFF: Scoped = Scoped::sql(
    "SELECT note, status, next_steps, evidence, blocker, version, set_at \
     FROM working_state_handoffs WHERE workspace_id = $1 AND agent_id = $2",
);

pub(super) const SET_HANDOFF: Scoped = Scoped::sql(
    "INSERT INTO working_state_handoffs (workspace_id, agent_id, note, status, next_steps, \
     evidence, blocker, version, set_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
     ON CONFLICT (workspace_id, agent_id) DO UPDATE SET note = excluded.note, \
     status = excluded.status, next_steps = excluded.next_steps, evidence = excluded.evidence, \
     blocker = excluded.blocker, version = excluded.version, set_at = excluded.set_at",
);

pub(super) const HISTORY: Scoped = Scoped::sql(
    "SELECT version, entry_key, value, reason, status, next_steps, evidence, blocker, set_at, \
     ended_at, because FROM working_state_history WHERE workspace_id = $1 AND agent_id = $2 \
     ORDER BY version DESC LIMIT $3",
);

pub(super) const KEEP: Scoped = Scoped::sql(
    "INSERT INTO working_state_history (workspace_id, agent_id, version, entry_key, value, \
     reason, status, next_steps, evidence, blocker, set_at, ended_at, because) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
);

/// Forgets all but the newest `$3`.
pub(super) const FORGET: Scoped = Scoped::sql(
    "DELETE FROM working_state_history WHERE workspace_id = $1 AND agent_id = $2 AND version <= \
     (SELECT version FROM working_state_history WHERE workspace_id = $1 AND agent_id = $2 \
     ORDER BY version DESC LIMIT 1 OFFSET $3)",
);
