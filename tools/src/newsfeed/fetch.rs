//! Getting one feed: the request, what the answer means, and reading it.
//!
//! Must not: store anything. A failure is a text for the operator, kept on the feed.

use url::Url;

use crate::port::{Http, HttpAnswer, HttpGet};

use super::document::{self, Document};
use super::model::DueRow;

/// Bytes of a feed, unpacked.
const BODY_BYTES_MAX: usize = 5 * 1_024 * 1_024;
/// Milliseconds for a feed, redirects included.
const TIMEOUT_MS: u64 = 20_000;
/// Bytes of what a server wants to be asked with the next time.
const VALIDATOR_BYTES_MAX: usize = 512;

const ACCEPT: &str = "application/atom+xml, application/rss+xml, application/feed+json, \
                      application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5";

/// What a feed had to say.
#[derive(Debug)]
pub(super) enum Fetched {
    /// Nothing since the last time.
    Unchanged,
    /// This.
    Read(Box<Reading>),
}

/// A feed that was read.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) document: Document,
    /// Where it was read; stands in for an article's own address.
    pub(super) url: Url,
    /// Where it is from now on, if it moved for good.
    pub(super) moved_to: Option<Url>,
    pub(super) etag: Option<String>,
    pub(super) last_modified: Option<String>,
}

/// Fetches and reads one feed.
pub(super) async fn fetch(http: &dyn Http, feed: &DueRow) -> Result<Fetched, String> {
    let url = Url::parse(&feed.url).map_err(|error| format!("the address is wrong: {error}"))?;
    let mut headers = vec![("accept", ACCEPT.to_owned())];
    headers.extend(feed.etag.clone().map(|etag| ("if-none-match", etag)));
    headers.extend(feed.last_modified.clone().map(|date| ("if-modified-since", date)));
    let is_conditional = headers.len() > 1;
    let request =
        HttpGet { url: url.clone(), headers, bytes_max: BODY_BYTES_MAX, timeout_ms: TIMEOUT_MS };
    let answer = http.get(request).await.map_err(|error| error.to_string())?;
    match answer.status {
        200 => read(&url, answer).await,
        304 if is_conditional => Ok(Fetched::Unchanged),
        410 => Err("the feed is gone for good (410)".to_owned()),
        status => Err(format!("the server answered {status}")),
    }
}

/// Reads an answer, off the threads that serve: the worst five megabytes take seconds.
async fn read(asked: &Url, answer: HttpAnswer) -> Result<Fetched, String> {
    let etag = validator(&answer, "etag");
    let last_modified = validator(&answer, "last-modified");
    let moved_to = answer.moved_to.clone().filter(|target| is_worth_moving(asked, target));
    let url = answer.url.clone();
    let reading = tokio::task::spawn_blocking(move || {
        document::read(&answer.body, answer.header("content-type"), &answer.url)
    });
    let document =
        reading.await.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    let reading = Reading { document, url, moved_to, etag, last_modified };
    Ok(Fetched::Read(Box::new(reading)))
}

/// What can be sent back as it came.
fn validator(answer: &HttpAnswer, name: &str) -> Option<String> {
    let value = answer.header(name)?.trim();
    let is_sendable = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let fits = !value.is_empty() && value.len() <= VALIDATOR_BYTES_MAX;
    (is_sendable && fits).then(|| value.to_owned())
}

/// A move never gives up encryption, and never brings a password into the list of feeds.
fn is_worth_moving(from: &Url, to: &Url) -> bool {
    let is_safe = to.scheme() == "https" || from.scheme() == "http";
    is_safe && to.username().is_empty() && to.password().is_none()
}
