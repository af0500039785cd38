//! Queries of the agents.

use crate::store::Scoped;

pub(super) const FIND: Scoped =
    Scoped::sql("SELECT id FROM agents WHERE workspace_id = $1 AND id = $2");

pub(super) const LIST: Scoped = Scoped::sql(
    "SELECT id, name, created_at FROM agents WHERE workspace_id = $1 ORDER BY created_at, id",
);

pub(super) const ADD: Scoped =
    Scoped::sql("INSERT INTO agents (workspace_id, id, name, created_at) VALUES ($1, $2, $3, $4)");
