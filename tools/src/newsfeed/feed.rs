//! Feeds: which there are, and fetching them.

use crate::call::Call;
use crate::{Reply, tool};

use super::model::FeedRow;
use super::{NewsfeedError, refresh, sql};

/// One feed that is followed.
#[derive(Clone, Debug, Reply)]
pub struct Feed {
    /// Its id.
    pub id: String,
    /// The operator's name for it, or else its own.
    pub name: String,
    /// Where it is fetched from.
    pub url: String,
    /// What it says about itself.
    pub description: Option<String>,
    /// Whether it is fetched.
    pub enabled: bool,
    /// Why the last fetch failed; absent when it did not.
    pub last_error: Option<String>,
}

/// Every feed that was asked for.
#[derive(Clone, Debug, Reply)]
pub struct FeedList {
    /// The feeds, in the order in which they were added.
    pub feeds: Vec<Feed>,
    /// How many.
    pub count: usize,
}

/// What a refresh did.
#[derive(Clone, Debug, Reply)]
pub struct Refreshed {
    /// Always `refreshed`.
    pub status: &'static str,
    /// Feeds that answered, changed or not.
    pub refreshed: usize,
    /// Feeds that did not; each says why in `list_feeds`.
    pub failed: usize,
    /// Articles that were not there before.
    pub new_articles: u64,
}

/// List the feeds this server follows.
///
/// Feeds belong to the installation, not to a workspace. A feed whose last fetch failed says why
/// in `last_error`; its articles stay.
#[tool(does = read, scope = Admin)]
pub async fn list_feeds(
    call: &Call,
    /// Leave out feeds that are switched off.
    #[param(default = false)]
    enabled_only: bool,
) -> Result<FeedList, NewsfeedError> {
    let statement = if enabled_only { &sql::FEEDS_ENABLED } else { &sql::FEEDS };
    let rows: Vec<FeedRow> = call.store().query(statement).all().await?;
    let feeds: Vec<Feed> = rows.into_iter().map(Feed::from).collect();
    Ok(FeedList { count: feeds.len(), feeds })
}

/// Fetch every enabled feed now. Failures are counted; list_feeds says why.
///
/// Four feeds are fetched at a time, each for at most 20 seconds and 5 MiB. What a server says is
/// unchanged is not fetched again. A feed keeps its 500 newest articles, and every saved one. An
/// article is known again by its id, or else by its link. A feed that moved for good is fetched
/// from its new address from then on, once a feed was read there.
#[tool(
    does = write,
    scope = Admin,
    effects(NetworkEgress),
    timeout_ms = 600_000,
    concurrency = 1,
)]
pub async fn refresh_feeds(call: &Call) -> Result<Refreshed, NewsfeedError> {
    let sum = refresh::all(call).await?;
    Ok(Refreshed {
        status: "refreshed",
        refreshed: sum.refreshed,
        failed: sum.failed,
        new_articles: sum.new_articles,
    })
}

impl From<FeedRow> for Feed {
    fn from(row: FeedRow) -> Self {
        Self {
            name: if row.name.is_empty() { row.url.clone() } else { row.name },
            id: row.id,
            url: row.url,
            description: row.description,
            enabled: row.is_enabled.0,
            last_error: row.failure,
        }
    }
}
