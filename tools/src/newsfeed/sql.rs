//! The queries of the family, over tables that belong to no workspace.

use crate::store::Global;

pub(super) const FEEDS: Global = Global::sql(
    "SELECT id, name, url, description, is_enabled, failure FROM feeds ORDER BY created_at, id",
);

pub(super) const FEEDS_ENABLED: Global = Global::sql(
    "SELECT id, name, url, description, is_enabled, failure FROM feeds \
     WHERE is_enabled = 1 ORDER BY created_at, id",
);

pub(super) const FEED_BY_URL: Global =
    Global::sql("SELECT id, name, url, description, is_enabled, failure FROM feeds WHERE url = $1");

pub(super) const FEED_ID: Global = Global::sql("SELECT id FROM feeds WHERE id = $1");

pub(super) const ADD_FEED: Global = Global::sql(
    "INSERT INTO feeds (id, url, name, is_enabled, created_at) \
     VALUES ($1, $2, $3, 1, $4) ON CONFLICT (url) DO NOTHING",
);

pub(super) const ENABLE_FEED: Global =
    Global::sql("UPDATE feeds SET is_enabled = $2 WHERE id = $1");

pub(super) const REMOVE_FEED: Global = Global::sql("DELETE FROM feeds WHERE id = $1");

pub(super) const FEEDS_DUE: Global = Global::sql(
    "SELECT id, name, url, etag, last_modified FROM feeds \
     WHERE is_enabled = 1 ORDER BY created_at, id",
);

/// `$1` is the feed. A name that somebody gave stays.
pub(super) const FEED_READ: Global = Global::sql(
    "UPDATE feeds SET fetched_at = $2, failure = NULL, etag = $3, last_modified = $4, \
     description = $5, name = CASE WHEN LENGTH(name) = 0 THEN $6 ELSE name END WHERE id = $1",
);

pub(super) const FEED_UNCHANGED: Global =
    Global::sql("UPDATE feeds SET fetched_at = $2, failure = NULL WHERE id = $1");

pub(super) const FEED_FAILED: Global =
    Global::sql("UPDATE feeds SET fetched_at = $2, failure = $3 WHERE id = $1");

/// Two feeds never share an address: one that moves onto another's stays where it was.
pub(super) const FEED_MOVED: Global = Global::sql(
    "UPDATE feeds SET url = $2 WHERE id = $1 \
     AND NOT EXISTS (SELECT 1 FROM feeds WHERE url = $2)",
);

/// `$1` is 1 to see only what is saved, `$2` is 0 to see only what is unread, `$3` is how many.
pub(super) const ARTICLES: Global = Global::sql(
    "SELECT id, feed_id, title, url, summary, author, published_at, is_read, is_saved FROM \
     (SELECT id, feed_id, title, url, summary, author, published_at, is_read, is_saved, \
     ordered_at FROM articles WHERE is_saved >= $1 \
     ORDER BY ordered_at DESC, id DESC LIMIT 200) AS newest \
     WHERE is_read <= $2 ORDER BY ordered_at DESC, id DESC LIMIT $3",
);

/// The same for one feed, which is `$4`.
pub(super) const ARTICLES_OF_FEED: Global = Global::sql(
    "SELECT id, feed_id, title, url, summary, author, published_at, is_read, is_saved FROM \
     (SELECT id, feed_id, title, url, summary, author, published_at, is_read, is_saved, \
     ordered_at FROM articles WHERE is_saved >= $1 AND feed_id = $4 \
     ORDER BY ordered_at DESC, id DESC LIMIT 200) AS newest \
     WHERE is_read <= $2 ORDER BY ordered_at DESC, id DESC LIMIT $3",
);

pub(super) const ARTICLE: Global = Global::sql(
    "SELECT id, feed_id, title, url, summary, author, published_at, is_read, is_saved \
     FROM articles WHERE id = $1",
);

pub(super) const SET_READ: Global = Global::sql("UPDATE articles SET is_read = $2 WHERE id = $1");

pub(super) const SET_SAVED: Global = Global::sql("UPDATE articles SET is_saved = $2 WHERE id = $1");

/// A known article takes the publisher's corrections and keeps its marks and its place.
pub(super) const PUT_ARTICLE: Global = Global::sql(
    "INSERT INTO articles (id, feed_id, guid, title, url, summary, author, published_at, \
     ordered_at, first_seen_at, is_read, is_saved) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, 0) \
     ON CONFLICT (feed_id, guid) DO UPDATE SET title = excluded.title, url = excluded.url, \
     summary = excluded.summary, author = excluded.author, published_at = excluded.published_at \
     WHERE articles.title <> excluded.title OR articles.url <> excluded.url \
     OR articles.summary <> excluded.summary OR articles.author <> excluded.author \
     OR COALESCE(articles.published_at, -1) <> COALESCE(excluded.published_at, -1)",
);

/// What is saved stays, however old.
pub(super) const PRUNE: Global = Global::sql(
    "DELETE FROM articles WHERE feed_id = $1 AND is_saved = 0 AND id NOT IN \
     (SELECT id FROM articles WHERE feed_id = $1 ORDER BY ordered_at DESC, id DESC LIMIT $2)",
);

pub(super) const COUNT_NEW: Global =
    Global::sql("SELECT COUNT(*) FROM articles WHERE feed_id = $1 AND first_seen_at = $2");
