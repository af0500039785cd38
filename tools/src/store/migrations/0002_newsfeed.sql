-- The feeds of the installation's owner, and what was read from them. They belong to no workspace.

-- `etag` and `last_modified` are what the server wants to be asked with the next time; `failure`
-- says why the last fetch failed. `name` is empty until the operator or the feed gives one.
CREATE TABLE feeds (
    id TEXT NOT NULL PRIMARY KEY,
    url TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT,
    is_enabled BIGINT NOT NULL,
    etag TEXT,
    last_modified TEXT,
    failure TEXT,
    fetched_at BIGINT,
    created_at BIGINT NOT NULL
);

-- `guid` makes an article the same one the next time: the feed's id for it, or else its link.
-- `ordered_at` is `published_at`, or when it was first seen if it has no date or one to come.
CREATE TABLE articles (
    id TEXT NOT NULL PRIMARY KEY,
    feed_id TEXT NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    guid TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    summary TEXT NOT NULL,
    author TEXT NOT NULL,
    published_at BIGINT,
    ordered_at BIGINT NOT NULL,
    first_seen_at BIGINT NOT NULL,
    is_read BIGINT NOT NULL,
    is_saved BIGINT NOT NULL,
    UNIQUE (feed_id, guid)
);

CREATE INDEX articles_newest ON articles (ordered_at, id);
CREATE INDEX articles_newest_of_feed ON articles (feed_id, ordered_at, id);
