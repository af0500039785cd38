//! Queries of canvases. `$2` is always the agent.

use crate::store::Scoped;

/// Makes other writers of the agent's canvas wait for the transaction's end, too.
pub(super) const COUNT_UP: Scoped = Scoped::sql(
    "INSERT INTO canvases (workspace_id, agent_id, version) VALUES ($1, $2, 1) \
     ON CONFLICT (workspace_id, agent_id) DO UPDATE SET version = canvases.version + 1 \
     RETURNING version",
);

pub(super) const VERSIONS: Scoped = Scoped::sql(
    "SELECT version, title, html, made_at FROM canvas_versions \
     WHERE workspace_id = $1 AND agent_id = $2 ORDER BY version DESC",
);

/// Whether anything is shown, without reading it.
pub(super) const NEWEST: Scoped = Scoped::sql(
    "SELECT version, CAST(LENGTH(html) AS BIGINT) AS length FROM canvas_versions \
     WHERE workspace_id = $1 AND agent_id = $2 ORDER BY version DESC LIMIT 1",
);

pub(super) const ADD: Scoped = Scoped::sql(
    "INSERT INTO canvas_versions (workspace_id, agent_id, version, title, html, made_at) \
     VALUES ($1, $2, $3, $4, $5, $6)",
);

/// Forgets the versions up to `$3`.
pub(super) const FORGET: Scoped = Scoped::sql(
    "DELETE FROM canvas_versions WHERE workspace_id = $1 AND agent_id = $2 AND version <= $3",
);
