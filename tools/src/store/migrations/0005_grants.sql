-- What agents ask people for, and what they were given. Both belong to an agent, which says the
-- workspace as well; operators read them across workspaces.

-- `verdict` is approved, denied or expired, and NULL while a request waits; one that nobody decided
-- may stay so after `expires_at`. `task_id` is empty if it is about no single task.
CREATE TABLE approvals (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    agent_id TEXT NOT NULL REFERENCES agents (id),
    task_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    verdict TEXT,
    decided_at BIGINT,
    decided_by TEXT
);

-- Whoever enters a request counts up here first, so that requests of one agent come one by one.
CREATE TABLE approval_turns (
    agent_id TEXT NOT NULL PRIMARY KEY REFERENCES agents (id),
    turn BIGINT NOT NULL
);

-- One agent asks once at a time for one thing.
CREATE UNIQUE INDEX approvals_pending ON approvals (agent_id, kind, tool, task_id)
    WHERE verdict IS NULL;

-- A grant is open while `revoked_at` is NULL and `expires_at` is to come. Without `task_id` it is
-- the agent's, whatever it works on.
CREATE TABLE grants (
    id TEXT NOT NULL PRIMARY KEY,
    approval_id TEXT UNIQUE REFERENCES approvals (id),
    agent_id TEXT NOT NULL REFERENCES agents (id),
    task_id TEXT,
    tool TEXT NOT NULL,
    granted_at BIGINT NOT NULL,
    granted_by TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT,
    revoke_reason TEXT
);

CREATE INDEX grants_open ON grants (expires_at) WHERE revoked_at IS NULL;
CREATE INDEX grants_of_task ON grants (task_id) WHERE revoked_at IS NULL;
