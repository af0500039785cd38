//! Who is let in over HTTP, on which paths, and whose a session is.

use serde_json::{Value, json};

use super::client::{Request, legacy, modern};
use super::{OPEN, Served, in_session, names};
use crate::suite::session::Home;

/// A key of this kind, as its command prints it.
fn key(home: &Home, arguments: &[&str]) -> String {
    let all = [&["key", "create"], arguments, &["--json"]].concat();
    let made: Value = serde_json::from_str(&home.run(&all)).unwrap();
    made["key"].as_str().unwrap().to_owned()
}

fn by(request: Request, key: &str) -> Request {
    request.with("Authorization", format!("Bearer {key}"))
}

#[test]
fn without_a_key_every_path_is_closed_but_those_that_say_nothing() {
    let served = Served::with("");
    let junk = ["Bearer x", "Basic eDp5", "Bearer eyJhbGciOiJub25lIn0.e30.", "Bearer ", ""];
    for path in [
        "/mcp",
        "/mcp/",
        "//mcp",
        "/mcp%2f",
        "/%6dcp",
        "/mcp/x",
        "/mcp?key=1",
        "/sse",
        "/sse/",
        "/",
        "/admin",
        "/healthz/",
    ] {
        for method in ["GET", "POST", "DELETE", "PUT"] {
            let request = Request::new(method, path).with("Content-Type", "text/plain").text("{");
            let answer = served.ask(&request);
            assert_eq!(answer.status(), 401, "{method} {path}");
            assert_eq!(answer.head.get("www-authenticate"), Some("Bearer"));
        }
        for shown in junk {
            let answer = served.ask(&Request::new("GET", path).with("Authorization", shown));
            assert_eq!(answer.status(), 401, "{path} {shown}");
        }
    }
    assert_eq!(served.ask(&Request::new("GET", "/healthz")).status(), 204);
    let well_known = Request::new("GET", "/.well-known/oauth-protected-resource");
    assert_eq!(served.ask(&well_known).status(), 404);
}

#[test]
fn a_key_lets_in_and_two_at_once_do_not() {
    let home = Home::new();
    let key = key(&home, &["program", "--kind", "operator"]);
    let served = Served::at(home);
    let list = || modern(1, "tools/list", json!({}));
    assert!(!names(&served.ask(&by(list(), &key))).is_empty());
    assert_eq!(served.ask(&by(by(list(), &key), &key)).status(), 401);
    assert_eq!(served.ask(&list().at(&format!("/mcp?key={key}"))).status(), 401);
    let said = served.end();
    assert!(!said.contains(&key[14..]), "{said}");
}

#[test]
fn a_session_is_its_principals_alone_on_every_path() {
    let home = Home::new();
    let (mine, other) =
        (key(&home, &["mine", "--kind", "operator"]), key(&home, &["other", "--kind", "operator"]));
    let served = Served::at(home);
    let session = served.session_by("2025-11-25", by(Request::post(""), &mine));
    let of_session = |request: Request| request.with("Mcp-Session-Id", &session);
    let ping = || in_session(&session, "ping", json!({}));
    assert_eq!(served.ask(&by(ping(), &mine)).status(), 200);
    assert_eq!(served.ask(&by(ping(), &other)).status(), 404);
    assert_eq!(served.ask(&ping()).status(), 401);
    let get = of_session(Request::new("GET", "/mcp"));
    assert_eq!(served.ask(&by(get, &other)).status(), 405);
    let delete = || of_session(Request::new("DELETE", "/mcp"));
    assert_eq!(served.ask(&by(delete(), &other)).status(), 404);
    assert_eq!(served.ask(&by(ping(), &mine)).status(), 200);
    assert_eq!(served.ask(&by(delete(), &mine)).status(), 204);
}

#[test]
fn the_stream_of_another_principal_takes_no_messages() {
    let home = Home::new();
    let (mine, other) =
        (key(&home, &["mine", "--kind", "operator"]), key(&home, &["other", "--kind", "operator"]));
    let served = Served::at(home);
    let mut stream = served.link();
    stream.send(&by(Request::new("GET", "/sse"), &mine));
    assert_eq!(stream.head().status, 200);
    let inbox = stream.event().unwrap().data.unwrap();
    let ping = || Request::post(legacy(1, "ping", json!({}))).at(&inbox);
    assert_eq!(served.ask(&by(ping(), &other)).status(), 404);
    assert_eq!(served.ask(&by(ping(), &mine)).status(), 202);
    assert_eq!(stream.message()["id"], 1);
}

#[test]
fn whoever_shows_something_wrong_is_not_taken_for_whoever_shows_nothing() {
    let served = Served::with(OPEN);
    let list = || modern(1, "tools/list", json!({}));
    assert_eq!(served.ask(&list()).status(), 200);
    assert_eq!(served.ask(&list().with("Authorization", "Bearer wrong")).status(), 401);
}

#[test]
fn a_revoked_key_lets_nobody_in_and_its_session_is_over() {
    let home = Home::new();
    let key = key(&home, &["program", "--kind", "operator"]);
    let served = Served::at(home);
    let session = served.session_by("2025-11-25", by(Request::post(""), &key));
    served.home.run(&["key", "revoke", &key]);
    let until = std::time::Instant::now() + super::SOON;
    while served.ask(&by(in_session(&session, "ping", json!({})), &key)).status() != 401 {
        assert!(std::time::Instant::now() < until, "it still lets in");
    }
}

#[test]
fn whoever_trusts_an_authorization_server_says_so() {
    let issuer = "[oauth]\nissuer = \"https://auth.example\"\n";
    let served = Served::with(issuer);
    for path in ["", "/mcp"] {
        let path = format!("/.well-known/oauth-protected-resource{path}");
        let answer = served.ask(&Request::new("GET", &path));
        assert_eq!(answer.status(), 200, "{path}");
        let body = answer.json();
        assert_eq!(body["authorization_servers"], json!(["https://auth.example"]));
        assert_eq!(body["resource"], format!("http://{}/mcp", served.address));
        assert_eq!(served.ask(&Request::new("POST", &path)).status(), 405);
    }
    let answer = served.ask(&modern(1, "tools/list", json!({})));
    assert_eq!(answer.status(), 401);
    let challenge = answer.head.get("www-authenticate").unwrap().to_owned();
    assert!(challenge.contains("resource_metadata="), "{challenge}");
}
