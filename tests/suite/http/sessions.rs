//! Sessions: opened by `initialize`, whose they are, how they end, and what is told without one.

use std::time::Instant;

use serde_json::json;

use super::client::{Request, legacy};
use super::{OPEN, SOON, Served, in_session, names};
use crate::suite::session::initialize;

const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

#[test]
fn every_version_opens_a_session_lists_and_ends_it() {
    let served = Served::open();
    for version in VERSIONS {
        let session = served.session(version);
        assert!(session.len() >= 22 && session.bytes().all(|byte| byte.is_ascii_graphic()));
        let answer = served.ask(&in_session(&session, "tools/list", json!({})));
        assert!(!names(&answer).is_empty());
        assert_eq!(answer.json()["result"].get("resultType"), None);
        let delete = Request::new("DELETE", "/mcp").with("Mcp-Session-Id", &session);
        assert_eq!(served.ask(&delete).status(), 204, "{version}");
        assert_eq!(served.ask(&delete).status(), 404, "{version}");
        let answer = served.ask(&in_session(&session, "ping", json!({})));
        assert_eq!(answer.refusal(), (404, -32600));
        assert_eq!(answer.json()["id"], 1);
    }
}

#[test]
fn no_two_sessions_have_one_id() {
    let served = Served::open();
    let ids: std::collections::HashSet<_> =
        (0..100).map(|_| served.session("2025-11-25")).collect();
    assert_eq!(ids.len(), 100);
}

#[test]
fn a_version_that_nobody_knows_is_answered_with_one_that_is_served() {
    let served = Served::open();
    for version in ["2099-01-01", "1.0", "2026-07-28"] {
        let answer = served.ask(&Request::post(legacy(0, "initialize", initialize(version))));
        assert_eq!(answer.json()["result"]["protocolVersion"], "2025-11-25", "{version}");
        assert!(answer.head.get("mcp-session-id").is_some());
    }
}

#[test]
fn an_initialize_that_fails_opens_nothing() {
    let served = Served::open();
    let answer = served.ask(&Request::post(legacy(0, "initialize", json!({}))));
    assert_eq!(answer.refusal(), (200, -32602));
    assert_eq!(answer.head.get("mcp-session-id"), None);
}

#[test]
fn without_a_session_or_with_a_wrong_one_nothing_is_served() {
    let served = Served::open();
    let session = served.session("2025-11-25");
    let ping = |session: &str| served.ask(&in_session(session, "ping", json!({}))).status();
    assert_eq!(ping(&session), 200);
    for wrong in ["x", &session[1..], &session.to_uppercase(), ""] {
        assert_eq!(ping(wrong), 404, "{wrong}");
    }
    let none = Request::post(legacy(1, "ping", json!({})));
    assert_eq!(served.ask(&none).refusal(), (400, -32600));
    let twice = in_session(&session, "ping", json!({})).with("Mcp-Session-Id", &session);
    assert_eq!(served.ask(&twice).status(), 400);
}

#[test]
fn a_version_in_the_headers_has_to_be_known_and_may_be_left_out() {
    let served = Served::open();
    let session = served.session("2025-06-18");
    let ping = |version: &str| {
        let request = in_session(&session, "ping", json!({}));
        served.ask(&request.with("MCP-Protocol-Version", version)).status()
    };
    for version in VERSIONS {
        assert_eq!(ping(version), 200, "{version}");
    }
    for version in ["2099-01-01", "1.0", ""] {
        assert_eq!(ping(version), 400, "{version}");
    }
    let twice = in_session(&session, "ping", json!({}))
        .with("MCP-Protocol-Version", "2025-06-18")
        .with("MCP-Protocol-Version", "2025-11-25");
    assert_eq!(served.ask(&twice).status(), 400);
}

#[test]
fn only_the_version_with_batches_has_batches() {
    let served = Served::open();
    let batch = json!([legacy(1, "ping", json!({})), legacy(2, "ping", json!({}))]);
    for version in VERSIONS {
        let session = served.session(version);
        let answer = served.ask(&Request::post(&batch).with("Mcp-Session-Id", &session));
        if version == "2025-03-26" {
            assert_eq!(answer.json().as_array().unwrap().len(), 2);
        } else {
            assert_eq!(answer.refusal(), (400, -32600), "{version}");
        }
    }
    assert_eq!(served.ask(&Request::post(&batch)).status(), 400);
}

#[test]
fn errors_of_a_session_are_no_errors_of_http() {
    let served = Served::open();
    let session = served.session("2025-11-25");
    for (method, params, code) in [
        ("nothing/such", json!({}), -32601),
        ("tools/call", json!({ "name": "no_such_tool" }), -32602),
        ("tools/call", json!({}), -32602),
        ("server/discover", json!({}), -32601),
    ] {
        let answer = served.ask(&in_session(&session, method, params));
        assert_eq!(answer.refusal(), (200, code), "{method}");
    }
}

#[test]
fn a_call_is_answered_and_what_is_wrong_with_it_is_a_result() {
    let served = Served::open();
    let session = served.session("2025-11-25");
    let call = json!({ "name": "get_messages", "arguments": { "nothing": 1 } });
    let answer = served.ask(&in_session(&session, "tools/call", call)).json();
    assert_eq!(answer["result"]["isError"], true, "{answer}");
}

#[test]
fn one_session_more_than_there_may_be_is_refused_while_the_others_are_in_use() {
    let served = Served::with(&format!("{OPEN}sessions_max = 2\n"));
    let first = served.session("2025-11-25");
    let second = served.session("2025-11-25");
    let open = Request::post(legacy(0, "initialize", initialize("2025-11-25")));
    let answer = served.ask(&open);
    assert_eq!(answer.status(), 503);
    assert!(answer.text().contains("`sessions_max`"), "{}", answer.text());
    assert!(answer.head.get("retry-after").is_some());
    let delete = Request::new("DELETE", "/mcp").with("Mcp-Session-Id", &first);
    assert_eq!(served.ask(&delete).status(), 204);
    assert_eq!(served.ask(&open).status(), 200);
    assert_eq!(served.ask(&in_session(&second, "ping", json!({}))).status(), 200);
}

#[test]
fn a_session_ends_that_nobody_uses_and_not_one_whose_stream_is_open() {
    let served = Served::with(&format!("{OPEN}sessions_max = 2\nsession_idle_seconds = 1\n"));
    let (used, unused) = (served.session("2025-11-25"), served.session("2025-11-25"));
    let mut stream = served.link();
    stream.send(&Request::new("GET", "/mcp").with("Mcp-Session-Id", &used));
    assert_eq!(stream.head().status, 200);
    // There is room for another one as soon as one of the two has ended.
    let open = Request::post(legacy(0, "initialize", initialize("2025-11-25")));
    let until = Instant::now() + SOON;
    while served.ask(&open).status() != 200 {
        assert!(Instant::now() < until, "nothing has ended");
    }
    assert_eq!(served.ask(&in_session(&unused, "ping", json!({}))).status(), 404);
    assert_eq!(served.ask(&in_session(&used, "ping", json!({}))).status(), 200);
}
