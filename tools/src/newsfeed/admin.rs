//! What the operator does with feeds; no tool does it.

use url::Url;

use crate::port::Clock;
use crate::store::{Store, StoreError, new_id};

use super::document::clean;
use super::feed::Feed;
use super::model::FeedRow;
use super::sql;

/// Characters of a feed's name.
const NAME_CHARS_MAX: usize = 300;
/// Bytes of a feed's address.
const URL_BYTES_MAX: usize = 2_048;

/// A feed, and whether it was there before.
#[derive(Clone, Debug)]
pub struct Added {
    /// The feed.
    pub feed: Feed,
    /// Whether this made it.
    pub is_new: bool,
}

/// Why a feed cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum AddError {
    /// No address at all.
    #[error("`{url}` is no address: {reason}")]
    NoAddress {
        /// What was given.
        url: String,
        /// What is wrong with it.
        reason: url::ParseError,
    },
    /// An address of something else.
    #[error("a feed's address starts with http:// or https://, not `{scheme}:`")]
    Scheme {
        /// What it starts with.
        scheme: String,
    },
    /// A name or password in the address, which every reader of the list would see.
    #[error("a feed's address cannot hold a user name or password: every agent could read it")]
    Credentials,
    /// An address without end.
    #[error("a feed's address has at most {URL_BYTES_MAX} bytes")]
    TooLong,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Follows a feed. An address that is followed already gives the feed that is there, unchanged.
/// Without a name the feed takes its own, once it was read. Nothing is fetched now.
///
/// # Errors
/// When the address cannot be one of a feed, or the store fails.
pub async fn add(
    store: &Store,
    clock: &dyn Clock,
    url: &str,
    name: Option<&str>,
) -> Result<Added, AddError> {
    let url = address(url)?;
    let name = clean(name.unwrap_or_default(), NAME_CHARS_MAX);
    let added = store
        .query(&sql::ADD_FEED)
        .bind(new_id(clock))
        .bind(&url)
        .bind(name)
        .bind(clock.now_ms())
        .run()
        .await?;
    let row: Option<FeedRow> = store.query(&sql::FEED_BY_URL).bind(&url).first().await?;
    let row = row.ok_or_else(|| StoreError::unreadable("a feed that was just added"))?;
    Ok(Added { feed: row.into(), is_new: added == 1 })
}

/// Every feed, in the order in which they were added.
///
/// # Errors
/// When the store fails.
pub async fn list(store: &Store) -> Result<Vec<Feed>, StoreError> {
    let rows: Vec<FeedRow> = store.query(&sql::FEEDS).all().await?;
    Ok(rows.into_iter().map(Feed::from).collect())
}

/// Follows a feed no longer; its articles go with it, saved ones too. Tells whether there was
/// such a feed.
///
/// # Errors
/// When the store fails.
pub async fn remove(store: &Store, feed_id: &str) -> Result<bool, StoreError> {
    let removed = store.query(&sql::REMOVE_FEED).bind(feed_id).run().await?;
    Ok(removed == 1)
}

/// Switches a feed on or off; tells whether there is such a feed.
///
/// # Errors
/// When the store fails.
pub async fn enable(store: &Store, feed_id: &str, is_enabled: bool) -> Result<bool, StoreError> {
    let changed = store.query(&sql::ENABLE_FEED).bind(feed_id).bind(is_enabled).run().await?;
    Ok(changed == 1)
}

/// The address in its one spelling, so that two spellings are one feed.
fn address(text: &str) -> Result<String, AddError> {
    let parsed = Url::parse(text.trim());
    let mut url = parsed.map_err(|reason| AddError::NoAddress { url: clean(text, 100), reason })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(AddError::Scheme { scheme: url.scheme().to_owned() });
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddError::Credentials);
    }
    url.set_fragment(None);
    if url.as_str().len() > URL_BYTES_MAX {
        return Err(AddError::TooLong);
    }
    Ok(url.into())
}
