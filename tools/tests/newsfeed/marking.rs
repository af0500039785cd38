//! Finding, reading and marking articles.

use std::sync::Arc;

use tollgate_tools::bind::Failure;
use tollgate_tools::call::Call;
use tollgate_tools::newsfeed::NewsfeedError;
use tollgate_tools::newsfeed::article::{
    Article, get_article, list_articles, set_article_read, set_article_saved,
};
use tollgate_tools::newsfeed::feed::refresh_feeds;

use super::{Web, articles, call, follow, item, rss, titles};
use crate::support::{Kit, on_both};

/// Two feeds: `a` has 1 and 3, `b` has 2. Gives the articles, newest first, and the feeds.
async fn filled(kit: &Kit) -> (Call, Vec<Article>, [String; 2]) {
    let web: Arc<Web> = <_>::default();
    let call = call(kit, &web);
    let mut feeds = [String::new(), String::new()];
    let items = [item("1", "1", 1) + &item("3", "3", 3), item("2", "2", 2)];
    for (at, items) in items.iter().enumerate() {
        let url = format!("https://{at}.example/");
        feeds[at] = follow(kit, &url).await;
        web.page(&url, 200, &[], &rss(items));
    }
    refresh_feeds(&call).await.unwrap();
    let articles = articles(&call).await;
    (call, articles, feeds)
}

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, NewsfeedError>, expected: &str) {
    match Failure::from(result.unwrap_err()) {
        Failure::Refused(text) => assert_eq!(text, expected),
        other => panic!("{other:?}"),
    }
}

on_both! {
    async fn lists_are_filtered(kit: Kit) {
        let (call, all, [a, b]) = filled(kit).await;
        assert_eq!(titles(&all), ["3", "2", "1"]);
        set_article_read(&call, all[0].id.clone(), true).await.unwrap();
        set_article_read(&call, all[1].id.clone(), true).await.unwrap();
        set_article_saved(&call, all[0].id.clone(), true).await.unwrap();
        for (feed, unread_only, saved_only, limit, expected) in [
            (None, false, false, 500, &["3", "2", "1"] as &[_]),
            (None, false, false, 2, &["3", "2"]),
            (None, true, false, 500, &["1"]),
            (None, false, true, 500, &["3"]),
            (None, true, true, 500, &["3"]),
            (Some(&a), false, false, 500, &["3", "1"]),
            (Some(&a), true, false, 500, &["1"]),
            (Some(&a), false, false, 1, &["3"]),
            (Some(&b), true, false, 500, &[]),
            (Some(&b), false, true, 500, &[]),
        ] {
            let list =
                list_articles(&call, feed.cloned(), unread_only, saved_only, limit).await.unwrap();
            let row = (feed, unread_only, saved_only, limit);
            assert_eq!(titles(&list.articles), expected, "{row:?}");
            assert_eq!(list.count, expected.len(), "{row:?}");
        }
    }

    async fn marks_go_on_and_off(kit: Kit) {
        let (call, all, _) = filled(kit).await;
        let id = &all[0].id;
        for value in [true, true, false, false] {
            let marked = set_article_read(&call, id.clone(), value).await.unwrap();
            assert_eq!((&marked.article_id, marked.is_read), (id, value));
            let marked = set_article_saved(&call, id.clone(), value).await.unwrap();
            assert_eq!((&marked.article_id, marked.is_saved), (id, value));
            let article = get_article(&call, id.clone()).await.unwrap();
            assert_eq!((article.is_read, article.is_saved), (value, value));
        }
        let other = get_article(&call, all[1].id.clone()).await.unwrap();
        assert!(!other.is_read && !other.is_saved);
    }

    async fn reading_an_article_does_not_mark_it(kit: Kit) {
        let (call, all, _) = filled(kit).await;
        get_article(&call, all[0].id.clone()).await.unwrap();
        assert!(!get_article(&call, all[0].id.clone()).await.unwrap().is_read);
    }

    async fn unknown_ids_are_refused_by_name(kit: Kit) {
        let (call, _, _) = filled(kit).await;
        let id = || "0".to_owned();
        refused(get_article(&call, id()).await, "Article not found: 0");
        refused(set_article_read(&call, id(), true).await, "Article not found: 0");
        refused(set_article_saved(&call, id(), true).await, "Article not found: 0");
        let list = list_articles(&call, Some(id()), false, false, 50).await;
        refused(list, "Feed not found: 0");
    }

    async fn a_list_shortens_what_one_article_has_whole(kit: Kit) {
        let web: Arc<Web> = <_>::default();
        let call = call(kit, &web);
        follow(kit, "https://a.example/").await;
        let words = "word ".repeat(1_000);
        let item = format!("<item><title>T</title><description>{words}</description></item>");
        web.page("https://a.example/", 200, &[], &rss(item));
        refresh_feeds(&call).await.unwrap();
        let listed = &articles(&call).await[0];
        let chars = |text: &Option<String>| text.as_ref().unwrap().chars().count();
        assert!((290..=300).contains(&chars(&listed.summary)), "{listed:?}");
        let whole = get_article(&call, listed.id.clone()).await.unwrap();
        assert!((3_990..=4_000).contains(&chars(&whole.summary)));
    }
}
