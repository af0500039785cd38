//! What a client chooses not to be shown, in headers or in the address.

use serde_json::json;

use super::client::{Request, modern};
use super::{Served, in_session, names};

fn listed(served: &Served, request: Request) -> Vec<String> {
    names(&served.ask(&request))
}

#[test]
fn headers_and_parameters_narrow_a_request_and_both_count() {
    let served = Served::open();
    let list = || modern(1, "tools/list", json!({}));
    let all = listed(&served, list());
    let header = listed(&served, list().with("X-Tollgate-Toolsets", "newsfeed"));
    assert!(!header.is_empty() && header.len() < all.len());
    assert_eq!(listed(&served, list().at("/mcp?toolsets=newsfeed")), header);
    let only = listed(&served, list().with("X-Tollgate-Tools", "list_feeds, refresh_feeds"));
    assert_eq!(only.len(), 2);
    let pattern = listed(&served, list().at("/mcp?tools=list_*&exclude=list_feeds"));
    assert!(pattern.iter().all(|name| name.starts_with("list_") && name != "list_feeds"));
    let both = list().with("X-Tollgate-Tools", "list_feeds,refresh_feeds");
    assert_eq!(listed(&served, both.at("/mcp?exclude=refresh_feeds")), ["list_feeds"]);
    let apart = list().with("X-Tollgate-Tools", "list_feeds").at("/mcp?tools=refresh_feeds");
    assert_eq!(listed(&served, apart), [""; 0]);
    for value in ["true", "1", ""] {
        let reading = listed(&served, list().with("X-Tollgate-Readonly", value));
        assert!(reading.len() < all.len() && !reading.contains(&"refresh_feeds".to_owned()));
    }
    assert_eq!(listed(&served, list().with("X-Tollgate-Readonly", "false")), all);
    assert_eq!(listed(&served, list().at("/mcp?profile=x")), all, "others may mean something");
}

#[test]
fn what_is_left_out_cannot_be_called_either() {
    let served = Served::open();
    let call = || modern(1, "tools/call", json!({ "name": "list_feeds", "arguments": {} }));
    let open = served.ask(&call()).json();
    let narrowed = served.ask(&call().with("X-Tollgate-Exclude", "list_feeds")).json();
    assert_ne!(open, narrowed);
    assert!(narrowed.to_string().contains("left out of this surface"), "{narrowed}");
}

#[test]
fn a_session_keeps_what_its_client_chose_until_it_chooses_again() {
    let served = Served::open();
    let chosen = Request::post("").with("X-Tollgate-Tools", "list_feeds");
    let session = served.session_by("2025-11-25", chosen);
    let list = || in_session(&session, "tools/list", json!({}));
    assert_eq!(listed(&served, list()), ["list_feeds"]);
    assert_eq!(listed(&served, list().at("/mcp?tools=refresh_feeds")), ["refresh_feeds"]);
    assert_eq!(listed(&served, list()), ["refresh_feeds"]);
}

#[test]
fn a_name_that_nothing_has_is_refused_and_told_the_nearest() {
    let served = Served::open();
    let list = || modern(1, "tools/list", json!({}));
    for (request, told) in [
        (list().with("X-Tollgate-Toolsets", "newsfed"), "did you mean `newsfeed`"),
        (list().with("X-Tollgate-Tools", "list_feds"), "did you mean `list_feeds`"),
        (list().at("/mcp?exclude=list_feds"), "did you mean `list_feeds`"),
        (list().with("X-Tollgate-Toolset", "newsfeed"), "did you mean `toolsets`"),
        (list().at("/mcp?toolset=newsfeed"), "did you mean `toolsets`"),
        (list().with("X-Tollgate-Anything", "x"), "no such header"),
        (list().with("X-Tollgate-Tools", "list_feeds,,"), "a name is missing"),
        (list().with("X-Tollgate-Readonly", "yes please"), "`true` or `false`"),
        (list().at(&format!("/mcp?tools={}", "x".repeat(97))), "too long"),
    ] {
        let answer = served.ask(&request);
        assert_eq!(answer.status(), 400, "{request:?}");
        assert!(answer.text().contains(told), "{}", answer.text());
    }
}

#[test]
fn a_list_has_at_most_256_names() {
    let served = Served::open();
    let list = |count: usize| {
        let chosen = vec!["list_feeds"; count].join(",");
        served.ask(&modern(1, "tools/list", json!({})).with("X-Tollgate-Tools", chosen)).status()
    };
    assert_eq!((list(256), list(257)), (200, 400));
}
