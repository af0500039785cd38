-- What an agent keeps for its own next wake-up.

-- `version` counts the writes of an agent's state; counting it is how a writer takes its turn.
CREATE TABLE working_states (
    workspace_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, agent_id),
    FOREIGN KEY (workspace_id, agent_id) REFERENCES agents (workspace_id, id)
);

-- The values that hold. `version` is that of the write that set one.
CREATE TABLE working_state_entries (
    workspace_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    entry_key TEXT NOT NULL,
    value TEXT NOT NULL,
    reason TEXT NOT NULL,
    version BIGINT NOT NULL,
    set_at BIGINT NOT NULL,
    expires_at BIGINT,
    PRIMARY KEY (workspace_id, agent_id, entry_key),
    FOREIGN KEY (workspace_id, agent_id) REFERENCES working_states (workspace_id, agent_id)
);

-- The hand-off that holds. Without a status it is a plain note.
CREATE TABLE working_state_handoffs (
    workspace_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    note TEXT NOT NULL,
    status TEXT,
    next_steps TEXT,
    evidence TEXT,
    blocker TEXT,
    version BIGINT NOT NULL,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, agent_id),
    FOREIGN KEY (workspace_id, agent_id) REFERENCES working_states (workspace_id, agent_id)
);

-- What no longer holds: values, and hand-offs, which have no `entry_key` and their note as
-- `value`. `version` is that of the write that ended it; `because` is why that value was ended.
CREATE TABLE working_state_history (
    workspace_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    entry_key TEXT,
    value TEXT NOT NULL,
    reason TEXT,
    status TEXT,
    next_steps TEXT,
    evidence TEXT,
    blocker TEXT,
    set_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL,
    because TEXT,
    PRIMARY KEY (workspace_id, agent_id, version),
    FOREIGN KEY (workspace_id, agent_id) REFERENCES working_states (workspace_id, agent_id)
);
