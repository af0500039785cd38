-- The keys with which programs call. They belong to the installation and not to a workspace.

-- `id` is the public part of a key and may be shown; of the rest only `secret_hash` is kept.
-- `client` is whom the key was given to; of an agent's key it is the agent's id, which says the
-- workspace as well. `scopes` is a JSON array. `replaced_by` is the id of the key that took over.
CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    secret_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    client TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    revoked_at BIGINT,
    replaced_by TEXT
);
