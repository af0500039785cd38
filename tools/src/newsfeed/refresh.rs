//! Keeping feeds up to date: several at a time, each stored by itself.
//!
//! Must not: let the trouble of one feed reach another, or the call.

use std::collections::HashSet;

use futures_util::StreamExt as _;
use futures_util::stream;

use crate::call::Call;
use crate::store::{StoreError, new_id};

use super::document::{Entry, clean};
use super::fetch::{self, Fetched, Reading};
use super::model::DueRow;
use super::sql;

/// Feeds that are fetched at the same time.
const FEEDS_AT_A_TIME: usize = 4;
/// Articles that a feed keeps, not counting older ones that are saved.
const ARTICLES_KEPT: usize = 500;
/// Characters of a failure that are kept.
const FAILURE_CHARS_MAX: usize = 400;

/// What a refresh did.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) refreshed: usize,
    pub(super) failed: usize,
    pub(super) new_articles: u64,
}

/// Fetches every enabled feed.
pub(super) async fn all(call: &Call) -> Result<Sum, StoreError> {
    let due: Vec<DueRow> = call.store().query(&sql::FEEDS_DUE).all().await?;
    let total = due.len();
    let mut sum = Sum::default();
    let mut outcomes = stream::iter(due)
        .map(|feed| async move { (one(call, &feed).await, feed) })
        .buffer_unordered(FEEDS_AT_A_TIME);
    while let Some((outcome, feed)) = outcomes.next().await {
        match outcome? {
            Some(new_articles) => {
                sum.refreshed += 1;
                sum.new_articles += new_articles;
            }
            None => sum.failed += 1,
        }
        let name = if feed.name.is_empty() { &feed.url } else { &feed.name };
        call.progress(count(sum.refreshed + sum.failed), Some(count(total)), Some(name));
    }
    Ok(sum)
}

#[expect(clippy::cast_precision_loss, reason = "nobody follows 2^53 feeds")]
const fn count(feeds: usize) -> f64 {
    feeds as f64
}

/// Fetches one feed and stores what came of it: new articles, or `None` for a failure.
async fn one(call: &Call, feed: &DueRow) -> Result<Option<u64>, StoreError> {
    match fetch::fetch(&*call.ports().http, feed).await {
        Ok(Fetched::Read(reading)) => keep(call, feed, *reading).await.map(Some),
        Ok(Fetched::Unchanged) => {
            let query = call.store().query(&sql::FEED_UNCHANGED).bind(&feed.id);
            query.bind(call.now_ms()).run().await?;
            Ok(Some(0))
        }
        Err(failure) => {
            let query = call.store().query(&sql::FEED_FAILED).bind(&feed.id).bind(call.now_ms());
            query.bind(clean(&failure, FAILURE_CHARS_MAX)).run().await?;
            Ok(None)
        }
    }
}

/// Stores a reading in one transaction; tells how many articles are new.
async fn keep(call: &Call, feed: &DueRow, reading: Reading) -> Result<u64, StoreError> {
    let now_ms = call.now_ms();
    let Reading { document, url, moved_to, etag, last_modified } = reading;
    let mut transaction = call.store().begin().await?;
    let known = transaction
        .query(&sql::FEED_READ)
        .bind(&feed.id)
        .bind(now_ms)
        .bind(etag)
        .bind(last_modified)
        .bind(Some(document.description).filter(|text| !text.is_empty()))
        .bind(document.title);
    if known.run().await? == 0 {
        // The feed was removed while it was fetched.
        return Ok(0);
    }
    // The publisher's first is the newest: it gets the last id.
    for (entry, ordered_at) in newest(document.entries, now_ms).into_iter().rev() {
        let address = if entry.url.is_empty() { url.to_string() } else { entry.url };
        transaction
            .query(&sql::PUT_ARTICLE)
            .bind(new_id(&*call.ports().clock))
            .bind(&feed.id)
            .bind(entry.key)
            .bind(entry.title)
            .bind(address)
            .bind(entry.summary)
            .bind(entry.author)
            .bind(entry.published_ms)
            .bind(ordered_at)
            .bind(now_ms)
            .run()
            .await?;
    }
    let kept = i64::try_from(ARTICLES_KEPT).unwrap_or(i64::MAX);
    transaction.query(&sql::PRUNE).bind(&feed.id).bind(kept).run().await?;
    let new: Option<(i64,)> =
        transaction.query(&sql::COUNT_NEW).bind(&feed.id).bind(now_ms).first().await?;
    transaction.commit().await?;
    if let Some(target) = moved_to {
        relocate(call, feed, target.as_str()).await?;
    }
    Ok(new.and_then(|(new,)| u64::try_from(new).ok()).unwrap_or_default())
}

/// The newest entries that a feed keeps, each once, with the time that orders it: when it was
/// published, but not later than now, or else a date in the future would stay on top.
fn newest(entries: Vec<Entry>, now_ms: i64) -> Vec<(Entry, i64)> {
    let mut seen = HashSet::new();
    let mut entries: Vec<(Entry, i64)> = entries
        .into_iter()
        .filter(|entry| seen.insert(entry.key.clone()))
        .map(|entry| {
            let ordered_at = entry.published_ms.map_or(now_ms, |published| published.min(now_ms));
            (entry, ordered_at)
        })
        .collect();
    entries.sort_by_key(|(_, ordered_at)| std::cmp::Reverse(*ordered_at));
    entries.truncate(ARTICLES_KEPT);
    entries
}

/// Another feed may take the address at the same moment; then this one stays where it is.
async fn relocate(call: &Call, feed: &DueRow, url: &str) -> Result<(), StoreError> {
    let moved = call.store().query(&sql::FEED_MOVED).bind(&feed.id).bind(url).run().await;
    match moved {
        Err(error) if error.is_duplicate() => Ok(()),
        moved => moved.map(|_| ()),
    }
}

#[cfg(test)]
mod tests {
    use super::{ARTICLES_KEPT, Entry, newest};

    fn entry(key: impl Into<String>, published_ms: Option<i64>) -> Entry {
        Entry {
            key: key.into(),
            title: "T".to_owned(),
            url: String::new(),
            summary: String::new(),
            author: String::new(),
            published_ms,
        }
    }

    #[test]
    fn entries_are_ordered_by_date_and_then_as_published() {
        let entries = vec![
            entry("old", Some(1)),
            entry("undated", None),
            entry("future", Some(99)),
            entry("undated", Some(3)),
            entry("new", Some(5)),
        ];
        let ordered = newest(entries, 10);
        let ordered: Vec<_> = ordered.iter().map(|(entry, at)| (&*entry.key, *at)).collect();
        assert_eq!(ordered, [("undated", 10), ("future", 10), ("new", 5), ("old", 1)]);
    }

    #[test]
    fn no_more_are_taken_than_are_kept() {
        let entries = (0..).map(|at| entry(at.to_string(), None)).take(ARTICLES_KEPT + 1);
        let taken = newest(entries.collect(), 10);
        assert_eq!((taken.len(), &*taken[0].0.key), (ARTICLES_KEPT, "0"));
    }
}
