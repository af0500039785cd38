//! Queries of the workspaces.

use crate::store::Global;

pub(super) const LIST: Global =
    Global::sql("SELECT id, name, created_at FROM workspaces ORDER BY created_at, id");

pub(super) const ADD: Global =
    Global::sql("INSERT INTO workspaces (id, name, created_at) VALUES ($1, $2, $3)");

pub(super) const FIND: Global =
    Global::sql("SELECT id, name, created_at FROM workspaces WHERE id = $1 OR name = $1");
