//! The rungs of the ladder that come before any session: each with what passes and what does not.

use std::time::Instant;

use serde_json::json;

use super::client::{Link, Request, legacy, modern};
use super::{OPEN, SOON, Served, notification};
use crate::suite::session::initialize;

/// The longest body, in bytes.
const BODY_BYTES_MAX: usize = 4 * 1024 * 1024;

fn open_one() -> Request {
    Request::post(legacy(0, "initialize", initialize("2025-11-25")))
}

#[test]
fn a_foreign_host_or_origin_is_refused_before_anything_else_is_read() {
    let served = Served::open();
    let own = served.address.to_string();
    let port = served.address.port();
    for host in [&own, &format!("localhost:{port}"), &format!("[::1]:{port}")] {
        assert_eq!(served.ask(&open_one().with("Host", host)).status(), 200, "{host}");
    }
    for host in ["attacker.example", &format!("attacker.example:{port}"), "localhost", ""] {
        for (method, path) in
            [("POST", "/mcp"), ("GET", "/mcp"), ("DELETE", "/mcp"), ("GET", "/sse"), ("GET", "/x")]
        {
            let answer = served.ask(&Request::new(method, path).with("Host", host).text("{"));
            assert_eq!(answer.status(), 403, "{method} {path} {host}");
            assert!(answer.text().contains("`hosts` below [server]"), "{}", answer.text());
        }
    }
    for origin in [format!("http://{own}"), format!("http://localhost:{port}")] {
        assert_eq!(served.ask(&open_one().with("Origin", &origin)).status(), 200, "{origin}");
    }
    for origin in ["null", "http://attacker.example", "http://localhost:1", ""] {
        let answer = served.ask(&open_one().with("Origin", origin).text("{"));
        assert_eq!(answer.status(), 403, "{origin}");
        assert!(answer.text().contains("`origins` below [server]"), "{}", answer.text());
    }
}

#[test]
fn two_hosts_or_origins_or_none_are_refused() {
    let served = Served::open();
    let own = served.address.to_string();
    let twice = open_one().with("Host", &own).with("Host", &own);
    assert_eq!(served.ask(&twice).status(), 403);
    let origin = format!("http://{own}");
    let twice = open_one().with("Origin", &origin).with("Origin", &origin);
    assert_eq!(served.ask(&twice).status(), 403);
    assert_eq!(served.ask(&open_one().with("Host", "(none)")).status(), 403);
    let elsewhere = open_one().at("http://attacker.example/mcp");
    assert_eq!(served.ask(&elsewhere).status(), 403);
}

#[test]
fn names_in_the_settings_are_let_in_and_a_change_of_them_is_seen() {
    let names = "hosts = [\"tools.example\"]\norigins = [\"https://app.example\"]\n";
    let served = Served::with(&format!("{OPEN}{names}"));
    let right = open_one().with("Host", "tools.example:443").with("Origin", "https://app.example");
    assert_eq!(served.ask(&right).status(), 200);
    let other = open_one().with("Origin", "https://other.example");
    assert_eq!(served.ask(&other).status(), 403);
    let draft = served.home.path().join("draft");
    std::fs::write(&draft, OPEN).unwrap();
    std::fs::rename(draft, served.home.path().join("config.toml")).unwrap();
    let until = Instant::now() + SOON;
    while served.ask(&right).status() != 403 {
        assert!(Instant::now() < until, "the old names still hold");
    }
}

#[test]
fn a_method_that_a_path_does_not_have_is_told_which_it_has() {
    let served = Served::open();
    for (method, path, allowed) in [
        ("PUT", "/mcp", "GET, POST, DELETE"),
        ("OPTIONS", "/mcp", "GET, POST, DELETE"),
        ("POST", "/sse", "GET"),
        ("DELETE", "/sse", "GET"),
        ("POST", "/healthz", "GET"),
        ("GET", "/mcp", "POST"),
        ("DELETE", "/mcp", "POST"),
    ] {
        let answer = served.ask(&Request::new(method, path));
        assert_eq!(answer.status(), 405, "{method} {path}");
        assert_eq!(answer.head.get("allow"), Some(allowed), "{method} {path}");
    }
    assert_eq!(served.ask(&Request::new("GET", "/healthz")).status(), 204);
    assert_eq!(served.ask(&Request::new("GET", "/")).status(), 404);
}

#[test]
fn only_json_is_taken() {
    let served = Served::open();
    let other = |kind: &str| open_one().without("Content-Type").with("Content-Type", kind);
    for kind in ["application/json", "Application/Json;charset=utf-8"] {
        assert_eq!(served.ask(&other(kind)).status(), 200, "{kind}");
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""] {
        assert_eq!(served.ask(&other(kind)).status(), 415, "{kind}");
    }
    assert_eq!(served.ask(&open_one().without("Content-Type")).status(), 415);
    let twice = open_one().with("Content-Type", "application/json");
    assert_eq!(served.ask(&twice).status(), 415);
}

#[test]
fn a_body_is_at_most_four_mebibytes_however_it_comes() {
    let served = Served::open();
    let padded = |bytes: usize| {
        let text = legacy(0, "initialize", initialize("2025-11-25")).to_string();
        text.clone() + &" ".repeat(bytes - text.len())
    };
    assert_eq!(served.ask(&Request::post(padded(BODY_BYTES_MAX))).status(), 200);
    let answer = served.ask(&Request::post(padded(BODY_BYTES_MAX + 1)));
    assert_eq!(answer.status(), 413);
    assert!(answer.text().contains("4194304"), "{}", answer.text());
    for (bytes, status) in [(BODY_BYTES_MAX, 200), (BODY_BYTES_MAX + 1, 413)] {
        let chunked = format!("{bytes:x}\r\n{}\r\n0\r\n\r\n", padded(bytes));
        let request = Request::post(chunked).with("Transfer-Encoding", "chunked");
        assert_eq!(served.ask(&request).status(), status, "{bytes}");
    }
}

#[test]
fn what_is_no_message_is_refused_and_has_no_id() {
    let served = Served::open();
    let session = served.session("2025-11-25");
    for (body, code) in [
        ("{", -32700),
        ("", -32700),
        ("\u{feff}nothing", -32700),
        ("7", -32600),
        ("\"text\"", -32600),
        ("[]", -32600),
        (r#"{"jsonrpc":"1.0","method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","method":7}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600),
    ] {
        for request in [Request::post(body), Request::post(body).with("Mcp-Session-Id", &session)] {
            let answer = served.ask(&request);
            assert_eq!(answer.refusal(), (400, code), "{body}");
            assert_eq!(answer.json().get("id"), None, "{body}");
        }
    }
    let named = Request::post(r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#);
    let answer = served.ask(&named.with("Mcp-Session-Id", &session));
    assert_eq!((answer.refusal(), &answer.json()["id"]), ((400, -32600), &json!(1)));
    let deep = |levels: usize| {
        let nested = "[".repeat(levels) + &"]".repeat(levels);
        let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping","x":{nested}}}"#);
        served.ask(&Request::post(body).with("Mcp-Session-Id", &session)).status()
    };
    assert_eq!((deep(63), deep(64)), (200, 400));
}

#[test]
fn ids_come_back_byte_for_byte() {
    let served = Served::open();
    let session = served.session("2025-11-25");
    for id in ["-5", "0", "-9223372036854775808", "18446744073709551615", r#""\u00e9\/""#, "\"\""] {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let answer = served.ask(&Request::post(body).with("Mcp-Session-Id", &session));
        let expected = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
        assert_eq!(String::from_utf8(answer.body).unwrap(), expected);
    }
}

#[test]
fn what_wants_no_answer_gets_none_in_either_era() {
    let served = Served::open();
    let session = served.session("2025-11-25");
    let mut claiming = notification();
    claiming["params"] = json!({ "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    for request in [
        Request::post(notification()).with("Mcp-Session-Id", &session),
        Request::post(json!({ "jsonrpc": "2.0", "id": 7, "result": {} }))
            .with("Mcp-Session-Id", &session),
        Request::post(notification()).with("MCP-Protocol-Version", "2026-07-28"),
        Request::post(claiming),
    ] {
        let answer = served.ask(&request);
        assert_eq!((answer.status(), answer.body.len()), (202, 0), "{request:?}");
    }
    assert_eq!(served.ask(&Request::post(notification())).status(), 400);
}

#[test]
fn whatever_a_client_says_that_it_reads_is_as_good() {
    let served = Served::open();
    for accept in [
        "application/json, text/event-stream",
        "text/event-stream;q=0.5, application/json",
        "*/*",
        "application/json",
        "(none)",
    ] {
        let request = modern(1, "tools/list", json!({})).with("Accept", accept);
        assert_eq!(served.ask(&request).status(), 200, "{accept}");
    }
}

#[test]
fn bytes_that_two_servers_could_read_differently_are_refused() {
    let served = Served::open();
    let body = legacy(0, "initialize", initialize("2025-11-25")).to_string();
    let length = body.len();
    for (headers, what) in [
        (format!("Content-Length: {length}\r\nContent-Length: {}\r\n", length - 1), "two lengths"),
        (format!("Content-Length: +{length}\r\n"), "a signed length"),
        ("Transfer-Encoding: gzip\r\n".to_owned(), "no chunked at the end"),
        (format!("Content-Length : {length}\r\n"), "a blank before the colon"),
    ] {
        let mut link = Link::open(served.address);
        let text = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{headers}\r\n\
             {body}",
            served.address
        );
        link.write(text.as_bytes());
        assert_eq!(link.head().status, 400, "{what}");
        assert!(link.is_closed(), "{what}");
    }
}

#[test]
fn one_connection_serves_many_requests_even_if_they_come_at_once() {
    let served = Served::open();
    let mut link = served.link();
    for id in 0..20 {
        link.send(&modern(id, "tools/list", json!({})));
    }
    for id in 0..20 {
        assert_eq!(link.answer().json()["id"], id);
    }
}
