//! Queries of the keys, which belong to no workspace. None but `LOCK` reads what opens something.

use crate::store::Global;

pub(super) const LOCK: Global = Global::sql(
    "SELECT secret_hash, kind, client, scopes, expires_at, used_at, revoked_at \
     FROM api_keys WHERE id = $1",
);

pub(super) const LIST: Global = Global::sql(
    "SELECT id, kind, client, scopes, created_at, expires_at, used_at, revoked_at, replaced_by \
     FROM api_keys ORDER BY created_at, id",
);

pub(super) const FIND: Global = Global::sql(
    "SELECT id, kind, client, scopes, created_at, expires_at, used_at, revoked_at, replaced_by \
     FROM api_keys WHERE id = $1",
);

pub(super) const ADD: Global = Global::sql(
    "INSERT INTO api_keys (id, secret_hash, kind, client, scopes, created_at, expires_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7)",
);

/// `$3` is the latest earlier use after which another one is worth a write.
pub(super) const USED: Global =
    Global::sql("UPDATE api_keys SET used_at = $2 WHERE id = $1 AND COALESCE(used_at, $3) <= $3");

pub(super) const REVOKE: Global =
    Global::sql("UPDATE api_keys SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL");

/// `$2` is the successor, `$3` the latest end, `$4` when it was ended at once, or nothing.
/// Of two rotations at a time one finds no row.
pub(super) const REPLACE: Global = Global::sql(
    "UPDATE api_keys SET replaced_by = $2, revoked_at = $4, \
     expires_at = CASE WHEN expires_at < $3 THEN expires_at ELSE $3 END \
     WHERE id = $1 AND revoked_at IS NULL AND replaced_by IS NULL",
);
