//! Values come back as they went in, on both kinds of store.

use tollgate_tools::store::{Flag, Global, new_id, rfc3339};

use crate::support::{Kit, on_both};

const ADD_FEED: Global = Global::sql(
    "INSERT INTO feeds (id, name, url, description, is_enabled, fetched_at, created_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7)",
);
const FEED: Global = Global::sql(
    "SELECT name, description, is_enabled, fetched_at, created_at FROM feeds WHERE id = $1",
);

#[derive(Debug, PartialEq, sqlx::FromRow)]
struct Feed {
    name: String,
    description: Option<String>,
    is_enabled: Flag,
    fetched_at: Option<i64>,
    created_at: i64,
}

async fn check(kit: &Kit, feed: Feed) {
    let id = new_id(&*kit.ports.clock);
    let done = kit
        .store
        .query(&ADD_FEED)
        .bind(&id)
        .bind(&feed.name)
        .bind(&id)
        .bind(feed.description.as_deref())
        .bind(feed.is_enabled.0)
        .bind(feed.fetched_at)
        .bind(feed.created_at)
        .run()
        .await;
    assert_eq!(done.unwrap(), 1);
    let found: Option<Feed> = kit.store.query(&FEED).bind(&id).first().await.unwrap();
    assert_eq!(found, Some(feed));
}

on_both! {
    async fn every_kind_of_value_comes_back(kit: Kit) {
        check(kit, Feed {
            name: String::new(),
            description: None,
            is_enabled: Flag(false),
            fetched_at: None,
            created_at: i64::MIN,
        }).await;
        check(kit, Feed {
            name: "\u{1f680} \u{65e5}\u{672c} \u{2028} ' \" \\ \t\r\n $1 ?".into(),
            description: Some("x".repeat(300_000)),
            is_enabled: Flag(true),
            fetched_at: Some(0),
            created_at: i64::MAX,
        }).await;
    }
}

#[test]
fn ids_sort_by_the_time_they_were_made() {
    let kit = Kit::sqlite();
    let ids: Vec<_> = (0..2_000).map(|_| new_id(&*kit.ports.clock)).collect();
    assert!(ids.is_sorted());
    assert!(ids.iter().all(|id| id.len() == 36 && id.as_bytes()[14] == b'7'), "{ids:?}");
}

#[test]
fn instants_are_shown_in_utc() {
    assert_eq!(rfc3339(1_796_067_296_123), "2026-11-30T19:34:56.123Z");
}
