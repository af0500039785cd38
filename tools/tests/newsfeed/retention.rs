//! What is kept, and what of it is listed.

use std::sync::Arc;

use tollgate_tools::newsfeed::article::{get_article, list_articles, set_article_saved};
use tollgate_tools::newsfeed::feed::refresh_feeds;

use super::{Web, articles, call, follow, rss, titles};
use crate::support::{Kit, on_both};

const A: &str = "https://a.example/feed";

/// Items from `first`, each a minute newer than the one before; newest last.
fn minutes(first: u32, count: u32) -> String {
    let item = |at: u32| {
        let (hour, minute) = (at / 60, at % 60);
        format!(
            "<item><title>{at}</title><pubDate>01 Jan 2020 {hour:02}:{minute:02}:00 GMT</pubDate>\
             </item>"
        )
    };
    rss((first..first + count).map(item).collect::<String>())
}

on_both! {
    async fn a_feed_keeps_its_newest_500_and_what_is_saved(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        web.page(A, 200, &[], &minutes(0, 502));
        assert_eq!(refresh_feeds(&call).await.unwrap().new_articles, 500);
        assert_eq!(refresh_feeds(&call).await.unwrap().new_articles, 0, "the rest stays away");
        let all = list_articles(&call, None, false, false, 500).await.unwrap();
        assert_eq!((all.count, &*all.articles[0].title), (200, "501"), "a list sees 200");
        let (saved, unsaved) = (all.articles[198].clone(), all.articles[199].clone());
        assert_eq!((&*saved.title, &*unsaved.title), ("303", "302"));
        set_article_saved(&call, saved.id.clone(), true).await.unwrap();
        web.page(A, 200, &[], &minutes(502, 500));
        assert_eq!(refresh_feeds(&call).await.unwrap().new_articles, 500);
        assert!(get_article(&call, saved.id.clone()).await.unwrap().is_saved);
        get_article(&call, unsaved.id).await.unwrap_err();
        assert_eq!(titles(&articles(&call).await)[..2], ["1001", "1000"]);
        let kept = list_articles(&call, None, false, true, 50).await.unwrap();
        assert_eq!(titles(&kept.articles), ["303"], "however old, it can be found");
        set_article_saved(&call, saved.id.clone(), false).await.unwrap();
        refresh_feeds(&call).await.unwrap();
        get_article(&call, saved.id).await.unwrap_err();
    }

    async fn feeds_make_room_for_themselves_alone(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        let small = follow(kit, A).await;
        let large = follow(kit, "https://b.example/").await;
        web.page(A, 200, &[], &minutes(0, 1));
        web.page("https://b.example/", 200, &[], &minutes(100, 510));
        assert_eq!(refresh_feeds(&call).await.unwrap().new_articles, 501);
        for (feed, count) in [(small, 1), (large, 200)] {
            let list = list_articles(&call, Some(feed), false, false, 500).await.unwrap();
            assert_eq!(list.count, count, "the 200 are those of the feed");
        }
    }

    async fn undated_articles_are_ordered_as_published(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        let item = |title: &str| format!("<item><title>{title}</title></item>");
        web.page(A, 200, &[], &rss(item("b") + &item("a")));
        refresh_feeds(&call).await.unwrap();
        web.page(A, 200, &[], &rss(item("d") + &item("c") + &item("b") + &item("a")));
        assert_eq!(refresh_feeds(&call).await.unwrap().new_articles, 2);
        assert_eq!(titles(&articles(&call).await), ["d", "c", "b", "a"]);
    }

    async fn a_date_to_come_does_not_stay_on_top(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, A).await;
        let date = "<pubDate>01 Jan 2090 00:00:00 GMT</pubDate>";
        let future = format!("<item><title>future</title>{date}</item>");
        web.page(A, 200, &[], &rss(&future));
        refresh_feeds(&call).await.unwrap();
        web.page(A, 200, &[], &rss(format!("{future}<item><title>later</title></item>")));
        refresh_feeds(&call).await.unwrap();
        let found = articles(&call).await;
        assert_eq!(titles(&found), ["later", "future"]);
        assert_eq!(found[1].published_at.as_deref(), Some("2090-01-01T00:00:00Z"));
    }
}
