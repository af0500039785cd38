-- Portable between SQLite and PostgreSQL: TEXT ids, BIGINT flags and milliseconds, TEXT JSON.
-- A table of workspace rows has `workspace_id` as its first column, and its foreign keys carry
-- it, so that no row can point into another workspace.

CREATE TABLE workspaces (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);

CREATE TABLE agents (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (workspace_id, id),
    UNIQUE (workspace_id, name)
);

CREATE TABLE spaces (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    archived_at BIGINT,
    UNIQUE (workspace_id, id),
    UNIQUE (workspace_id, name)
);

CREATE TABLE conversations (
    workspace_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    space_id TEXT NOT NULL,
    is_standing BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (workspace_id, id),
    FOREIGN KEY (workspace_id, space_id) REFERENCES spaces (workspace_id, id)
);

CREATE UNIQUE INDEX conversations_standing ON conversations (workspace_id, space_id)
    WHERE is_standing = 1;

CREATE TABLE messages (
    workspace_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    conversation_id TEXT NOT NULL,
    sender_id TEXT NOT NULL,
    sender_type TEXT NOT NULL,
    message_type TEXT NOT NULL,
    content TEXT NOT NULL,
    metadata TEXT,
    created_at BIGINT NOT NULL,
    FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations (workspace_id, id)
);

CREATE INDEX messages_newest ON messages (workspace_id, conversation_id, created_at, id);

CREATE TABLE space_notes (
    workspace_id TEXT NOT NULL,
    space_id TEXT NOT NULL,
    content TEXT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, space_id),
    FOREIGN KEY (workspace_id, space_id) REFERENCES spaces (workspace_id, id)
);

CREATE TABLE todos (
    workspace_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    id TEXT NOT NULL,
    position BIGINT NOT NULL,
    content TEXT NOT NULL,
    status TEXT NOT NULL,
    PRIMARY KEY (workspace_id, conversation_id, id),
    FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations (workspace_id, id)
);

CREATE TABLE repos (
    workspace_id TEXT NOT NULL REFERENCES workspaces (id),
    id TEXT NOT NULL PRIMARY KEY,
    full_name TEXT NOT NULL,
    path TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    UNIQUE (workspace_id, id),
    UNIQUE (workspace_id, full_name)
);

-- The isolated copy of a repository that one conversation works in. While `is_ready` is 0,
-- whoever wrote `claimed_at` is making it.
CREATE TABLE worktrees (
    workspace_id TEXT NOT NULL,
    repo_id TEXT NOT NULL,
    conversation_id TEXT NOT NULL,
    path TEXT NOT NULL,
    branch TEXT NOT NULL,
    is_ready BIGINT NOT NULL,
    claimed_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, repo_id, conversation_id),
    FOREIGN KEY (workspace_id, repo_id) REFERENCES repos (workspace_id, id),
    FOREIGN KEY (workspace_id, conversation_id) REFERENCES conversations (workspace_id, id)
);
