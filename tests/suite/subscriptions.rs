//! Who is told that other tools are visible: a session, and a request that listens for it.

use std::fs;

use serde_json::{Value, json};
use tollgate::settings::API_KEY;

use super::session::{Home, Session};

const SUBSCRIPTION: &str = "io.modelcontextprotocol/subscriptionId";

fn stateless(id: Value, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn listen(id: Value, notifications: Value) -> Value {
    stateless(id, "subscriptions/listen", json!({"notifications": notifications}))
}

/// The session of a key that is revoked in a moment, which changes what it sees.
fn session(home: &Home) -> (Session, String) {
    let made = home.run(&["key", "create", "--json", "boss", "--kind", "operator"]);
    let made: Value = serde_json::from_str(&made).unwrap();
    let mut command = home.tollgate(&["stdio"]);
    command.env(API_KEY, made["key"].as_str().unwrap());
    (Session::run(command), made["id"].as_str().unwrap().to_owned())
}

#[test]
fn every_request_that_listens_is_told_under_its_own_id_and_no_other_is() {
    let home = Home::new();
    let (mut session, key) = session(&home);
    for id in [json!(1), json!("1")] {
        session.send(&listen(id.clone(), json!({"toolsListChanged": true})));
        let told = session.receive();
        assert_eq!(told["method"], "notifications/subscriptions/acknowledged", "{told}");
        assert_eq!(told["params"]["notifications"], json!({"toolsListChanged": true}));
        assert_eq!(told["params"]["_meta"][SUBSCRIPTION], id);
    }
    // One that listens to something else, and lists that nobody asked to be told of.
    session.send(&listen(json!(2), json!({"promptsListChanged": true})));
    assert_eq!(session.receive()["params"]["notifications"], json!({}));
    session.send(&stateless(json!(3), "tools/list", json!({})));
    assert_eq!(session.receive()["result"]["resultType"], "complete");
    home.run(&["key", "revoke", &key]);
    let mut told = [session.receive(), session.receive()].map(|told| {
        assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
        told["params"]["_meta"][SUBSCRIPTION].to_string()
    });
    told.sort();
    assert_eq!(told, ["\"1\"", "1"]);
    session.send(&stateless(json!("last"), "tools/list", json!({})));
    let last = session.receive();
    assert_eq!((&last["id"], &last["result"]["tools"]), (&json!("last"), &json!([])), "{last}");
    session.close();
}

#[test]
fn a_session_is_told_beside_them() {
    let home = Home::new();
    let (mut session, key) = session(&home);
    session.request("tools/list", json!({}));
    session.send(&listen(json!("a"), json!({"toolsListChanged": true})));
    session.receive();
    home.run(&["key", "revoke", &key]);
    let mut told = [session.receive(), session.receive()]
        .map(|told| told["params"]["_meta"][SUBSCRIPTION].to_string());
    told.sort();
    assert_eq!(told, ["\"a\"", "null"]);
    let audit = fs::read_to_string(home.path().join("tool_calls.jsonl")).unwrap_or_default();
    assert_eq!(audit, "", "listening is no call");
    session.close();
}
