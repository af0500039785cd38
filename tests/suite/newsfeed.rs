//! The newsfeed against a real server on this machine, through the real web port.

use std::sync::Arc;

use axum::Router;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tollgate::call::{Call, Caller, NoPeer, Setting};
use tollgate::host::{Reach, ports};
use tollgate::store::{Store, StoreUrl};
use tollgate_tools::newsfeed::admin;
use tollgate_tools::newsfeed::article::list_articles;
use tollgate_tools::newsfeed::feed::{list_feeds, refresh_feeds};
use url::Url;

use crate::suite::web::{Web, endless, packed, response};

const RSS: &str = "<rss version='2.0'><channel><title>News</title>\
                   <item><title>One</title><link>one</link></item></channel></rss>";

/// A new installation that follows these feeds.
async fn following(urls: &[Url], reach: Reach) -> (Call, TempDir) {
    let home = tempfile::tempdir().unwrap();
    let setting = Setting {
        caller: Caller::Operator,
        store: Store::lazy(StoreUrl::in_home(home.path()).unwrap()),
        ports: ports(reach, home.path()),
        home: home.path().into(),
        cancel: CancellationToken::new(),
        peer: Arc::new(NoPeer),
    };
    for url in urls {
        admin::add(&setting.store, &*setting.ports.clock, url.as_str(), None).await.unwrap();
    }
    (Call::new(setting), home)
}

/// Refreshed, failed, new.
async fn refresh(call: &Call) -> (usize, usize, u64) {
    let done = refresh_feeds(call).await.unwrap();
    (done.refreshed, done.failed, done.new_articles)
}

async fn titles(call: &Call) -> Vec<String> {
    let list = list_articles(call, None, false, false, 500).await.unwrap();
    list.articles.into_iter().map(|article| article.title).collect()
}

/// What each feed failed with.
async fn errors(call: &Call) -> Vec<String> {
    let feeds = list_feeds(call, false).await.unwrap().feeds;
    feeds.into_iter().map(|feed| feed.last_error.unwrap_or_default()).collect()
}

fn typed(content_type: &'static str, body: impl Into<Vec<u8>>) -> Response {
    ([("content-type", content_type)], body.into()).into_response()
}

#[tokio::test]
async fn an_unchanged_feed_is_not_sent_again() {
    let feed = |headers: HeaderMap| async move {
        match headers.get("if-none-match") {
            Some(etag) if etag == "\"v1\"" => response(304, "etag", "\"v1\""),
            _ => ([("etag", "\"v1\"")], RSS).into_response(),
        }
    };
    let web = Web::start(Router::new().route("/feed", get(feed))).await;
    let (call, _home) = following(&[web.url("/feed")], Reach::Anywhere).await;
    assert_eq!(refresh(&call).await, (1, 0, 1));
    assert_eq!(refresh(&call).await, (1, 0, 0));
    let sent: Vec<_> = web.seen().iter().map(|seen| seen.contains_key("if-none-match")).collect();
    assert_eq!(sent, [false, true]);
    assert_eq!(errors(&call).await, [""]);
}

#[tokio::test]
async fn this_machine_is_not_read_unless_the_operator_allows_it() {
    let web = Web::start(Router::new().route("/feed", get(|| async { RSS }))).await;
    let (call, _home) = following(&[web.url("/feed")], Reach::Public).await;
    assert_eq!(refresh(&call).await, (0, 1, 0));
    let [error] = errors(&call).await.try_into().unwrap();
    assert!(error.contains("`127.0.0.1` is a private address"), "{error}");
    assert_eq!(web.seen().len(), 0);
}

#[tokio::test]
async fn feeds_are_read_in_any_encoding_and_under_any_type() {
    let shift_jis = encoding_rs::SHIFT_JIS
        .encode("<?xml version='1.0' encoding='Shift_JIS'?><rss><channel><item><title>日本語")
        .0;
    let shift_jis = [&*shift_jis, b"</title></item></channel></rss>"].concat();
    let utf16: Vec<u8> = "\u{feff}<rss><channel><item><title>Zwölf</title></item></channel></rss>"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let latin = b"<rss><channel><item><title>caf\xe9</title></item></channel></rss>";
    let json = "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"J\", \
                \"items\": [{\"id\": \"1\", \"title\": \"json\"}]}";
    let routes = Router::new()
        .route("/1", get(|| async { typed("text/html", shift_jis) }))
        .route("/2", get(|| async { typed("application/octet-stream", utf16) }))
        .route("/3", get(|| async { typed("text/xml; charset=iso-8859-1", *latin) }))
        .route("/4", get(move || async move { typed("text/plain", json) }));
    let web = Web::start(routes).await;
    let urls = ["/1", "/2", "/3", "/4"].map(|path| web.url(path));
    let (call, _home) = following(&urls, Reach::Anywhere).await;
    assert_eq!(refresh(&call).await, (4, 0, 4));
    let mut found = titles(&call).await;
    found.sort();
    assert_eq!(found, ["Zwölf", "café", "json", "日本語"]);
}

#[tokio::test]
async fn bad_feeds_fail_by_themselves() {
    let bomb = || async { ([("content-encoding", "gzip")], packed(8)).into_response() };
    let routes = Router::new()
        .route("/good", get(|| async { RSS }))
        .route("/endless", get(|| async { endless() }))
        .route("/bomb", get(bomb))
        .route("/loop", get(|| async { response(302, "location", "/loop") }))
        .route("/away", get(|| async { response(302, "location", "file:///etc/passwd") }))
        .route("/page", get(|| async { typed("application/rss+xml", "<html>log in</html>") }))
        .route("/half", get(|| async { RSS.split("</item>").next().unwrap_or_default() }));
    let web = Web::start(routes).await;
    let paths = ["/good", "/endless", "/bomb", "/loop", "/away", "/page", "/half", "/missing"];
    let (call, _home) = following(&paths.map(|path| web.url(path)), Reach::Anywhere).await;
    assert_eq!(refresh(&call).await, (1, 7, 1));
    assert_eq!(titles(&call).await, ["One"]);
    let errors = errors(&call).await;
    for (error, expected) in errors.iter().zip([
        "",
        "larger than 5242880 bytes",
        "larger than 5242880 bytes",
        "more than 5 redirects",
        "not `file`",
        "a web page, not a feed",
        "the feed is broken",
        "answered 404",
    ]) {
        assert!(error.contains(expected), "{expected}: {error}");
        assert_eq!(error.is_empty(), expected.is_empty(), "{error}");
    }
}

#[tokio::test]
async fn a_permanent_move_is_remembered_and_links_follow_it() {
    let routes = Router::new()
        .route("/old", get(|| async { response(301, "location", "/new/feed") }))
        .route("/odd", get(|| async { response(302, "location", "/other/feed") }))
        .route("/new/feed", get(|| async { RSS }))
        .route("/other/feed", get(|| async { RSS }));
    let web = Web::start(routes).await;
    let urls = [web.url("/old"), web.url("/odd")];
    let (call, _home) = following(&urls, Reach::Anywhere).await;
    assert_eq!(refresh(&call).await, (2, 0, 2));
    let feeds = list_feeds(&call, false).await.unwrap().feeds;
    let now: Vec<_> = feeds.iter().map(|feed| feed.url.clone()).collect();
    assert_eq!(now, [web.url("/new/feed").to_string(), web.url("/odd").to_string()]);
    let list = list_articles(&call, None, false, false, 500).await.unwrap();
    let mut links: Vec<_> = list.articles.iter().map(|article| article.url.clone()).collect();
    links.sort();
    assert_eq!(links, [web.url("/new/one").to_string(), web.url("/other/one").to_string()]);
}
