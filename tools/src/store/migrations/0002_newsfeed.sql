-- The feeds of the installation's owner, and what was read from them. They belong to no workspace.

CREATE TABLE feeds (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    url TEXT NOT NULL UNIQUE,
    description TEXT,
    is_enabled BIGINT NOT NULL,
    etag TEXT,
    last_modified TEXT,
    failure TEXT,
    fetched_at BIGINT,
    created_at BIGINT NOT NULL
);

-- `guid` is what the feed calls the article, or its link when the feed gives no name.
CREATE TABLE articles (
    id TEXT NOT NULL PRIMARY KEY,
    feed_id TEXT NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    summary TEXT,
    content TEXT,
    author TEXT,
    published_at BIGINT,
    fetched_at BIGINT NOT NULL,
    is_read BIGINT NOT NULL,
    is_saved BIGINT NOT NULL,
    UNIQUE (feed_id, guid)
);

CREATE INDEX articles_newest ON articles (published_at, fetched_at, id);
