//! What the store keeps of feeds and articles.

use sqlx::FromRow;

use crate::store::Flag;

/// A feed as it is shown.
#[derive(Debug, FromRow)]
pub(super) struct FeedRow {
    pub(super) id: String,
    /// Empty until the operator or the feed itself gives one.
    pub(super) name: String,
    pub(super) url: String,
    pub(super) description: Option<String>,
    pub(super) is_enabled: Flag,
    pub(super) failure: Option<String>,
}

/// A feed as it is fetched.
#[derive(Debug, FromRow)]
pub(super) struct DueRow {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) url: String,
    pub(super) etag: Option<String>,
    pub(super) last_modified: Option<String>,
}

/// An article; a text that it lacks is empty.
#[derive(Debug, FromRow)]
pub(super) struct ArticleRow {
    pub(super) id: String,
    pub(super) feed_id: String,
    pub(super) title: String,
    pub(super) url: String,
    pub(super) summary: String,
    pub(super) author: String,
    pub(super) published_at: Option<i64>,
    pub(super) is_read: Flag,
    pub(super) is_saved: Flag,
}
