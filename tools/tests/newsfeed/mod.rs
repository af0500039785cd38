//! The newsfeed on both kinds of store, with a web that a test scripts.

mod adding;
mod arguments;
mod marking;
mod refreshing;
mod retention;
mod web;

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tollgate_tools::call::{Call, Caller, NoPeer, Setting};
use tollgate_tools::newsfeed::admin;
use tollgate_tools::newsfeed::article::{Article, list_articles};
use tollgate_tools::newsfeed::feed::{Feed, list_feeds};
use tollgate_tools::port::Ports;

use crate::support::Kit;
use web::Web;

/// A call by the operator, with this web.
fn call(kit: &Kit, web: &Arc<Web>) -> Call {
    Call::new(Setting {
        caller: Caller::Operator,
        store: kit.store.clone(),
        ports: Ports { http: web.clone(), ..kit.ports.clone() },
        home: kit.home().into(),
        cancel: CancellationToken::new(),
        peer: Arc::new(NoPeer),
    })
}

/// Follows a feed; gives its id.
async fn follow(kit: &Kit, url: &str) -> String {
    admin::add(&kit.store, &*kit.ports.clock, url, None).await.unwrap().feed.id
}

async fn feeds(call: &Call) -> Vec<Feed> {
    list_feeds(call, false).await.unwrap().feeds
}

/// Every article that a list shows.
async fn articles(call: &Call) -> Vec<Article> {
    list_articles(call, None, false, false, 500).await.unwrap().articles
}

fn titles(articles: &[Article]) -> Vec<&str> {
    articles.iter().map(|article| &*article.title).collect()
}

/// An item with this id, title and day of January 2020.
fn item(guid: &str, title: &str, day: u32) -> String {
    format!(
        "<item><guid>{guid}</guid><title>{title}</title><link>https://a.example/{guid}</link>\
         <pubDate>{day:02} Jan 2020 00:00:00 GMT</pubDate></item>"
    )
}

/// A feed of these items.
fn rss(items: impl AsRef<str>) -> String {
    let items = items.as_ref();
    format!(
        "<rss version='2.0'><channel><title>Own name</title><description>Own words</description>\
         {items}</channel></rss>"
    )
}
