//! What is kept of a canvas, what is forgotten and what is refused.

use serde_json::json;
use tollgate_tools::canvas::HTML_BYTES_MAX;
use tollgate_tools::canvas::push::canvas_push;

use super::{clear, kept, pages, push, world};
use crate::support::{Kit, on_both, refused, run};

on_both! {
    async fn a_page_is_kept_as_it_may_be_shown(kit: Kit) {
        let (world, call) = world(kit).await;
        let html = "<h1 onclick=\"a()\">Sales</h1><script>b()</script>";
        let arguments = json!({"html": html, "title": " Sales \u{65e5} "});
        let done = run::<canvas_push>(&call, arguments).await;
        assert_eq!(done, json!({
            "version": 1, "bytes": 14, "removed": ["h1[onclick]", "script"], "removed_kinds": 2,
        }));
        let [page] = kept(&world).await.try_into().unwrap();
        assert_eq!((page.version, &*page.html), (1, "<h1>Sales</h1>"));
        assert_eq!(page.title.as_deref(), Some("Sales \u{65e5}"));
        assert_eq!(page.made_at / 1_000, 1_796_067_296);
        assert!(!page.is_cleared());
    }

    async fn the_newest_five_versions_are_kept(kit: Kit) {
        let (world, call) = world(kit).await;
        for at in 1..=5 {
            assert_eq!(push(&call, &format!("p{at}")).await["version"], at);
        }
        assert_eq!(pages(&world).await, ["5 p5", "4 p4", "3 p3", "2 p2", "1 p1"]);
        assert_eq!(push(&call, "p6").await["version"], 6);
        assert_eq!(pages(&world).await, ["6 p6", "5 p5", "4 p4", "3 p3", "2 p2"]);
    }

    async fn clearing_leaves_the_older_versions(kit: Kit) {
        let (world, call) = world(kit).await;
        assert_eq!(clear(&call).await, json!({"version": 0, "was_shown": false}));
        assert_eq!(pages(&world).await, [""; 0]);
        let arguments = json!({"html": "a", "title": "t"});
        run::<canvas_push>(&call, arguments).await;
        assert_eq!(clear(&call).await, json!({"version": 2, "was_shown": true}));
        let [cleared, page] = kept(&world).await.try_into().unwrap();
        assert!(cleared.is_cleared() && cleared.title.is_none() && !page.is_cleared());
        // Again makes no version, so that it pushes none out.
        for _ in 0..5 {
            assert_eq!(clear(&call).await, json!({"version": 2, "was_shown": false}));
        }
        assert_eq!(pages(&world).await, ["2 ", "1 a"]);
        assert_eq!(push(&call, "b").await["version"], 3);
        assert_eq!(pages(&world).await, ["3 b", "2 ", "1 a"]);
    }

    async fn a_page_at_the_limit_comes_back_whole(kit: Kit) {
        let (world, call) = world(kit).await;
        let html = "\u{65e5}".repeat(HTML_BYTES_MAX / 3) + "x";
        assert_eq!(html.len(), HTML_BYTES_MAX);
        assert_eq!(push(&call, &html).await["bytes"], HTML_BYTES_MAX);
        assert_eq!(kept(&world).await[0].html, html);
    }

    async fn what_is_refused_changes_nothing(kit: Kit) {
        let (world, call) = world(kit).await;
        push(&call, "kept").await;
        let (over, title) = ("x".repeat(HTML_BYTES_MAX + 1), "x".repeat(201));
        for (html, title, text) in [
            (&*over, "t", "The page was refused whole: html has 262145 bytes, limit is 262144"),
            ("<script>a</script>", "t", "of the 18 bytes of html nothing is left to see"),
            ("", "t", "of the 0 bytes of html nothing is left to see"),
            (&"<div>".repeat(300), "t", "deep or deeper, limit is 256"),
            ("a", "", "title (expected "),
            ("a", " \u{3000}", "title (a name must not be blank)"),
            ("a", "b\nc", "title (a name must not hold control characters"),
            ("a", &title, "title (expected "),
        ] {
            let told = refused::<canvas_push>(&call, json!({"html": html, "title": title})).await;
            assert!(told.contains(text), "{told}");
        }
        assert_eq!(pages(&world).await, ["1 kept"]);
        let title = "\u{1f980}".repeat(200);
        run::<canvas_push>(&call, json!({"html": "a", "title": title})).await;
        assert_eq!(kept(&world).await[0].title, Some(title));
    }

    async fn characters_that_a_store_cannot_keep_are_replaced(kit: Kit) {
        let (world, call) = world(kit).await;
        push(&call, "a&#0;b<p title=\"&#0;\">c</p>").await;
        assert_eq!(pages(&world).await, ["1 a\u{fffd}b<p title=\"\u{fffd}\">c</p>"]);
        let told = refused::<canvas_push>(&call, json!({"html": "a\u{0}"})).await;
        assert!(told.contains("text without the character U+0000"), "{told}");
    }
}
