-- What an agent shows to people.

-- `version` counts the versions of an agent's canvas; counting it is how a writer takes its turn.
CREATE TABLE canvases (
    workspace_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, agent_id),
    FOREIGN KEY (workspace_id, agent_id) REFERENCES agents (workspace_id, id)
);

-- The newest versions, sanitised. Where the canvas was cleared, `html` is empty.
CREATE TABLE canvas_versions (
    workspace_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    version BIGINT NOT NULL,
    title TEXT,
    html TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, agent_id, version),
    FOREIGN KEY (workspace_id, agent_id) REFERENCES canvases (workspace_id, agent_id)
);
