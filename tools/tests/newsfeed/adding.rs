//! Following feeds.

use std::sync::Arc;

use tollgate_tools::newsfeed::admin::{AddError, add, enable, list, remove};
use tollgate_tools::newsfeed::article::set_article_saved;
use tollgate_tools::newsfeed::feed::{list_feeds, refresh_feeds};

use super::{Web, articles, call, feeds, follow, item, rss, titles};
use crate::support::{Kit, on_both};

on_both! {
    async fn an_address_is_followed_once_however_it_is_spelled(kit: Kit) {
        let clock = &*kit.ports.clock;
        let first = add(&kit.store, clock, "https://a.example/feed", Some(" My\nfeed ")).await;
        let first = first.unwrap();
        assert!(first.is_new);
        assert_eq!(first.feed.name, "My feed");
        for url in ["https://a.example/feed", " HTTPS://A.example:443/./feed#top "] {
            let again = add(&kit.store, clock, url, Some("Other")).await.unwrap();
            assert!(!again.is_new, "{url}");
            assert_eq!((&again.feed.id, &*again.feed.name), (&first.feed.id, "My feed"), "{url}");
        }
        assert_eq!(feeds(&call(kit, &<_>::default())).await.len(), 1);
    }

    async fn feeds_are_listed_as_they_were_added(kit: Kit) {
        let call = call(kit, &<_>::default());
        assert_eq!(list_feeds(&call, false).await.unwrap().count, 0);
        for url in ["https://b.example/", "https://a.example/", "https://c.example/"] {
            follow(kit, url).await;
        }
        let list = list_feeds(&call, false).await.unwrap();
        assert_eq!(list.count, 3);
        let urls: Vec<_> = list.feeds.iter().map(|feed| &*feed.url).collect();
        assert_eq!(urls, ["https://b.example/", "https://a.example/", "https://c.example/"]);
        let first = &list.feeds[0];
        assert_eq!((&*first.name, first.enabled), ("https://b.example/", true));
        assert_eq!((&first.description, &first.last_error), (&None, &None));
    }

    async fn a_feed_that_is_switched_off_stays_listed(kit: Kit) {
        let call = call(kit, &<_>::default());
        let off = follow(kit, "https://off.example/").await;
        let on = follow(kit, "https://on.example/").await;
        assert!(enable(&kit.store, &off, false).await.unwrap());
        assert!(!enable(&kit.store, "no-such-feed", false).await.unwrap());
        let all = list_feeds(&call, false).await.unwrap();
        let enabled: Vec<_> = all.feeds.iter().map(|feed| (&*feed.id, feed.enabled)).collect();
        assert_eq!(enabled, [(&*off, false), (&*on, true)]);
        let some = list_feeds(&call, true).await.unwrap();
        assert_eq!((some.count, &*some.feeds[0].id), (1, &*on));
        assert!(enable(&kit.store, &off, true).await.unwrap());
        assert_eq!(list_feeds(&call, true).await.unwrap().count, 2);
    }

    async fn a_feed_goes_with_its_articles(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        let gone = follow(kit, "https://a.example/").await;
        let stays = follow(kit, "https://b.example/").await;
        for url in ["https://a.example/", "https://b.example/"] {
            web.page(url, 200, &[], &rss(item("1", url, 1)));
        }
        refresh_feeds(&call).await.unwrap();
        for article in articles(&call).await {
            set_article_saved(&call, article.id, true).await.unwrap();
        }
        assert!(remove(&kit.store, &gone).await.unwrap());
        assert!(!remove(&kit.store, &gone).await.unwrap());
        assert_eq!(titles(&articles(&call).await), ["https://b.example/"]);
        let left = list(&kit.store).await.unwrap().into_iter().map(|feed| feed.id);
        assert_eq!(left.collect::<Vec<_>>(), [stays]);
    }

    async fn what_is_no_address_of_a_feed_is_refused(kit: Kit) {
        let clock = &*kit.ports.clock;
        let long = format!("https://a.example/{}", "x".repeat(2_048));
        for (url, expected) in [
            ("", "`` is no address"),
            ("a.example/feed", "`a.example/feed` is no address"),
            ("https://", "`https://` is no address"),
            ("file:///etc/passwd", "not `file:`"),
            ("feed:https://a.example/", "not `feed:`"),
            ("https://ann:secret@a.example/", "cannot hold a user name"),
            ("https://ann@a.example/", "cannot hold a user name"),
            (&*long, "at most 2048 bytes"),
        ] {
            let error: AddError = add(&kit.store, clock, url, None).await.unwrap_err();
            assert!(error.to_string().contains(expected), "{url}: {error}");
            assert!(!error.to_string().contains("secret"), "{error}");
        }
        let web: Arc<Web> = <_>::default();
        assert_eq!(feeds(&call(kit, &web)).await.len(), 0);
        assert_eq!(web.asked().len(), 0, "adding fetches nothing");
    }
}
