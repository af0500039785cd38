//! Requests that claim their version: what they need, what statuses mean, and what is gone.

use serde_json::{Value, json};

use super::client::{Request, legacy, modern};
use super::{Served, names};

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// A request with this `_meta`, and the headers of one that is right.
fn claiming(meta: Value) -> Request {
    Request::post(legacy(1, "tools/list", json!({ "_meta": meta })))
        .with("MCP-Protocol-Version", "2026-07-28")
        .with("Mcp-Method", "tools/list")
}

#[test]
fn a_request_that_says_everything_is_served_without_a_session() {
    let served = Served::open();
    let answer = served.ask(&modern(-5, "tools/list", json!({})));
    assert_eq!(answer.status(), 200);
    assert!(!names(&answer).is_empty());
    assert_eq!(answer.head.get("mcp-session-id"), None);
    let body = answer.json();
    assert_eq!((&body["id"], &body["result"]["resultType"]), (&json!(-5), &json!("complete")));
    let wrong_session = modern(1, "tools/list", json!({})).with("Mcp-Session-Id", "bogus");
    assert_eq!(served.ask(&wrong_session).status(), 200);
    let discovered = served.ask(&modern(1, "server/discover", json!({}))).json();
    assert_eq!(discovered["result"]["supportedVersions"][0], "2026-07-28", "{discovered}");
}

#[test]
fn a_claim_lacks_nothing_that_it_must_have() {
    let served = Served::open();
    let right = json!({ VERSION: "2026-07-28", CAPABILITIES: {} });
    assert_eq!(served.ask(&claiming(right)).status(), 200);
    for wrong in [
        json!({}),
        json!({ VERSION: "2026-07-28" }),
        json!({ VERSION: "2026-07-28", CAPABILITIES: [] }),
        json!({ VERSION: 7, CAPABILITIES: {} }),
        json!({ CAPABILITIES: {} }),
    ] {
        let answer = served.ask(&claiming(wrong.clone()));
        assert_eq!(answer.refusal(), (400, -32602), "{wrong}");
        assert_eq!(answer.json()["id"], 1);
    }
}

#[test]
fn headers_that_do_not_say_what_the_body_says_are_refused() {
    let served = Served::open();
    let call = || modern(1, "tools/call", json!({ "name": "no_such_tool" }));
    assert_eq!(served.ask(&call()).refusal(), (200, -32602));
    for header in ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"] {
        assert_eq!(served.ask(&call().without(header)).refusal(), (400, -32020), "{header}");
        let other = call().without(header).with(header, "2025-11-25");
        assert_eq!(served.ask(&other).refusal(), (400, -32020), "{header}");
        let twice = call().with(header, "2026-07-28");
        assert_eq!(served.ask(&twice).refusal(), (400, -32020), "{header}");
    }
    for (name, expected) in [
        ("=?base64?bm9fc3VjaF90b29s?=", (200, -32602)),
        ("=?base64?bm9fc3VjaF90b29?=", (400, -32020)),
        ("=?base64?bm9f*3VjaF90b29s?=", (400, -32020)),
        ("No_such_tool", (400, -32020)),
    ] {
        let request = call().without("Mcp-Name").with("Mcp-Name", name);
        assert_eq!(served.ask(&request).refusal(), expected, "{name}");
    }
}

#[test]
fn a_version_that_is_not_served_is_told_after_what_does_not_fit() {
    let served = Served::open();
    let claim = |shown: &str, said: &str| {
        let meta = json!({ VERSION: said, CAPABILITIES: {} });
        claiming(meta).without("MCP-Protocol-Version").with("MCP-Protocol-Version", shown)
    };
    assert_eq!(served.ask(&claim("2026-07-28", "v999.0.0")).refusal(), (400, -32020));
    assert_eq!(served.ask(&claim("2025-11-25", "2026-07-28")).refusal(), (400, -32020));
    for version in ["v999.0.0", "2025-11-25"] {
        let answer = served.ask(&claim(version, version));
        assert_eq!(answer.refusal(), (400, -32022), "{version}");
        let data = &answer.json()["error"]["data"];
        assert_eq!(data["requested"], version);
        assert!(data["supported"].as_array().unwrap().contains(&json!("2026-07-28")), "{data}");
    }
}

#[test]
fn what_this_version_does_not_have_is_not_found() {
    let served = Served::open();
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "nothing/such",
    ] {
        assert_eq!(served.ask(&modern(1, method, json!({}))).refusal(), (404, -32601), "{method}");
    }
}

#[test]
fn answers_and_batches_have_no_place_in_it() {
    let served = Served::open();
    let answer = json!({ "jsonrpc": "2.0", "id": 7, "result": {} });
    for body in [answer, json!([legacy(1, "tools/list", json!({}))])] {
        let request = Request::post(body).with("MCP-Protocol-Version", "2026-07-28");
        assert_eq!(served.ask(&request).refusal(), (400, -32600));
    }
}

#[test]
fn nobody_can_cancel_by_telling() {
    let served = Served::open();
    let mut link = served.link();
    link.send(&modern(7, "subscriptions/listen", json!({ "notifications": {} })));
    assert_eq!(link.head().get("content-type"), Some("text/event-stream"));
    assert_eq!(link.message()["method"], "notifications/subscriptions/acknowledged");
    let cancel = json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": 7 },
    });
    let cancel = Request::post(cancel).with("MCP-Protocol-Version", "2026-07-28");
    assert_eq!(served.ask(&cancel).status(), 202);
    served.signal("TERM");
    // What ends it is the end of the server, with an answer.
    let last = link.message();
    assert_eq!((&last["id"], &last["result"]["resultType"]), (&json!(7), &json!("complete")));
    assert_eq!(link.event(), None);
}

#[test]
fn both_eras_are_served_on_one_connection() {
    let served = Served::open();
    let session = served.session("2025-11-25");
    let mut link = served.link();
    for _ in 0..3 {
        let old = super::in_session(&session, "tools/list", json!({}));
        let old = link.ask(&old).json()["result"]["tools"].clone();
        let new = link.ask(&modern(1, "tools/list", json!({}))).json()["result"]["tools"].clone();
        assert!(old.is_array() && old == new);
    }
}
