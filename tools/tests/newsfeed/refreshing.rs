//! Fetching feeds.

use std::sync::Arc;

use tollgate_tools::call::Call;
use tollgate_tools::newsfeed::admin;
use tollgate_tools::newsfeed::article::set_article_read;
use tollgate_tools::newsfeed::feed::{Refreshed, refresh_feeds};

use super::{Web, articles, call, feeds, follow, item, rss, titles};
use crate::support::{Kit, on_both};

const A: &str = "https://a.example/feed";
const B: &str = "https://b.example/feed";

/// Refreshed, failed, new.
async fn refresh(call: &Call) -> (usize, usize, u64) {
    let Refreshed { status, refreshed, failed, new_articles } = refresh_feeds(call).await.unwrap();
    assert_eq!(status, "refreshed");
    (refreshed, failed, new_articles)
}

on_both! {
    async fn a_refresh_counts_and_stores(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        assert_eq!(refresh(&call).await, (0, 0, 0));
        let id = follow(kit, A).await;
        admin::add(&kit.store, &*kit.ports.clock, B, Some("Mine")).await.unwrap();
        web.page(A, 200, &[], &rss(item("1", "One", 1) + &item("2", "Two", 2)));
        web.page(B, 200, &[], &rss(item("1", "Other", 3)));
        assert_eq!(refresh(&call).await, (2, 0, 3));
        let found = articles(&call).await;
        assert_eq!(titles(&found), ["Other", "Two", "One"]);
        let one = &found[2];
        assert_eq!((&one.feed_id, &*one.url), (&id, "https://a.example/1"));
        assert_eq!(one.published_at.as_deref(), Some("2020-01-01T00:00:00Z"));
        assert_eq!((&one.summary, &one.author), (&None, &None));
        assert_eq!((one.is_read, one.is_saved), (false, false));
        let named = feeds(&call).await;
        let names: Vec<_> = named.iter().map(|feed| &*feed.name).collect();
        assert_eq!(names, ["Own name", "Mine"]);
        assert_eq!(named[0].description.as_deref(), Some("Own words"));
        assert_eq!(refresh(&call).await, (2, 0, 0), "the same articles are not new again");
    }

    async fn a_failure_stays_with_its_feed(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        follow(kit, B).await;
        let good = rss(item("1", "One", 1));
        web.page(B, 200, &[], &good);
        for (status, body, expected) in [
            (200, "<html></html>", "the answer is a web page, not a feed"),
            (200, "<rss version='2.0'><channel>", "the feed is broken"),
            (404, "", "the server answered 404"),
            (410, "", "the feed is gone for good (410)"),
            (304, "", "the server answered 304"),
            (302, "", "the server answered 302"),
        ] {
            web.page(A, status, &[], body);
            let (refreshed, failed, _) = refresh(&call).await;
            assert_eq!((refreshed, failed), (1, 1));
            let listed = feeds(&call).await;
            let error = listed[0].last_error.clone().unwrap_or_default();
            assert!(error.contains(expected), "{expected}: {error}");
            assert_eq!(listed[1].last_error, None);
        }
        web.page(A, 200, &[], &good);
        assert_eq!(refresh(&call).await, (2, 0, 1));
        assert_eq!(feeds(&call).await[0].last_error, None, "a success forgets the failure");
        web.page(A, 500, &[], "");
        assert_eq!(refresh(&call).await, (1, 1, 0));
        assert_eq!(titles(&articles(&call).await), ["One", "One"], "its articles stay");
    }

    async fn what_has_not_changed_is_not_read_again(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        let date = "Wed, 01 Jan 2020 00:00:00 GMT";
        let validators = [("etag", "W/\"x y\""), ("last-modified", date)];
        web.page(A, 200, &validators, &rss(item("1", "One", 1)));
        refresh(&call).await;
        web.page(A, 304, &[], "");
        web.asked();
        for _ in 0..2 {
            assert_eq!(refresh(&call).await, (1, 0, 0));
            let asked = web.asked();
            let sent = asked[0].headers[1..].iter().map(|(key, value)| (*key, &**value));
            let expected = [("if-none-match", "W/\"x y\""), ("if-modified-since", date)];
            assert_eq!(sent.collect::<Vec<_>>(), expected);
        }
        assert_eq!(titles(&articles(&call).await), ["One"]);
    }

    async fn only_good_answers_and_good_validators_are_remembered(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        let long = "x".repeat(513);
        for (status, etag, body) in [
            (200, "\"good\"", "<html>"),
            (500, "\"good\"", ""),
            (200, "\"caf\u{e9}\"", &*rss("")),
            (200, "a\r\nb: c", &*rss("")),
            (200, &*long, &*rss("")),
            (200, " ", &*rss("")),
        ] {
            web.page(A, status, &[("etag", etag)], body);
            refresh(&call).await;
            web.asked();
            refresh(&call).await;
            assert_eq!(web.asked()[0].headers.len(), 1, "{status} {etag}");
        }
    }

    async fn every_request_is_bounded(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        follow(kit, A).await;
        refresh(&call(kit, &web)).await;
        let [asked] = web.asked().try_into().unwrap();
        assert_eq!((asked.bytes_max, asked.timeout_ms), (5 * 1_024 * 1_024, 20_000));
    }

    async fn corrections_are_taken_and_marks_stay(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        web.page(A, 200, &[], &rss(item("1", "One", 1) + &item("2", "Two", 2)));
        refresh(&call).await;
        let id = articles(&call).await[1].id.clone();
        set_article_read(&call, id.clone(), true).await.unwrap();
        web.page(A, 200, &[], &rss(item("1", "One, corrected", 5) + &item("1", "again", 6)));
        assert_eq!(refresh(&call).await, (1, 0, 0));
        let found = articles(&call).await;
        assert_eq!(titles(&found), ["Two", "One, corrected"], "it keeps its place");
        assert_eq!((&found[1].id, found[1].is_read), (&id, true));
        assert_eq!(found[1].published_at.as_deref(), Some("2020-01-05T00:00:00Z"));
    }

    async fn an_article_without_an_address_has_its_feeds(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        web.page(A, 200, &[], &rss("<item><title>T</title><link>javascript:x</link></item>"));
        refresh(&call).await;
        assert_eq!(articles(&call).await[0].url, A);
    }

    async fn feeds_that_are_switched_off_are_left_alone(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let id = follow(kit, A).await;
        admin::enable(&kit.store, &id, false).await.unwrap();
        assert_eq!(refresh(&call(kit, &web)).await, (0, 0, 0));
        assert_eq!(web.asked().len(), 0);
    }

    async fn four_are_fetched_at_a_time(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        for at in 0..10 {
            let url = format!("https://{at}.example/");
            follow(kit, &url).await;
            web.page(&url, 200, &[], &rss(item("1", "One", 1)));
        }
        assert_eq!(refresh(&call(kit, &web)).await, (10, 0, 10));
        assert_eq!(web.most_at_a_time(), 4);
    }

    async fn a_feed_that_moved_for_good_is_followed_there(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        let target = "https://new.example/feed";
        web.moved(A, target, &rss(""));
        refresh(&call).await;
        assert_eq!(feeds(&call).await[0].url, target);
        web.asked();
        refresh(&call).await;
        assert_eq!(web.asked()[0].url.as_str(), target);
    }

    async fn a_feed_does_not_move_where_it_should_not(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        follow(kit, B).await;
        let good = rss("");
        for (target, body) in [
            ("https://c.example/", "<html>"),
            ("http://c.example/", &*good),
            ("https://ann:secret@c.example/", &*good),
            (B, &*good),
        ] {
            web.moved(A, target, body);
            refresh(&call).await;
            assert_eq!(feeds(&call).await[0].url, A, "{target}");
        }
    }
}
