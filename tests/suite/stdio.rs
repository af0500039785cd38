//! `tollgate stdio`: the delivered tools, called through the delivered program.
//!
//! What the protocol makes of tools that misbehave is tested where such tools are: in the fixture.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use super::session::{Home, Session};

const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

#[track_caller]
fn names(session: &mut Session) -> Vec<String> {
    let answer = session.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap_or_else(|| panic!("{answer}"));
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_tool_answers_and_nothing_but_protocol_is_written() {
    let home = Home::new();
    fs::write(home.path().join("config.toml"), "[log]\nlevel = \"trace\"\n").unwrap();
    let mut command = home.tollgate(&["stdio"]);
    command.stderr(Stdio::null());
    let mut session = Session::run(command);
    for name in names(&mut session) {
        let answer = session.call(&name, json!({}));
        assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
        assert!(answer["result"]["content"][0]["text"].is_string(), "{name}: {answer}");
    }
    session.close();
}

#[test]
fn a_reply_that_is_cut_is_an_error_where_its_schema_is_listed() {
    let home = Home::new();
    let id = |arguments: &[&str]| home.run(arguments).trim().to_owned();
    let workspace = id(&["workspace", "create", "W"]);
    let space = id(&["space", "create", "--workspace", "W", "S"]);
    let agent = id(&["agent", "create", "--workspace", "W", "A"]);
    let place = json!({"workspace_id": workspace, "space_id": space});
    let message = json!({
        "workspace_id": workspace,
        "space_id": space,
        "sender_id": agent,
        "content": "x".repeat(100_000),
    });
    let mut session = Session::open(&home, "2025-11-25");
    for _ in 0..11 {
        session.call("send_message", message.clone());
    }
    session.close();
    for (settings, is_error) in [("", false), ("[surface]\noutput_schema = true\n", true)] {
        fs::write(home.path().join("config.toml"), settings).unwrap();
        let mut session = Session::open(&home, "2025-11-25");
        let cut = session.call("get_messages", place.clone());
        assert_eq!(cut["result"].get("structuredContent"), None);
        assert_eq!(cut["result"].get("isError"), is_error.then_some(&json!(true)));
        let text = cut["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.ends_with("; ask for less at a time]"), "{}", &text[text.len() - 100..]);
        session.close();
    }
}

#[test]
fn every_version_lists_the_same_tools() {
    let home = Home::new();
    let lists = VERSIONS.map(|version| names(&mut Session::open(&home, version)));
    assert!(!lists[0].is_empty());
    assert!(lists.iter().all(|list| *list == lists[0]), "{lists:?}");
}

#[test]
fn a_list_is_served_without_a_store() {
    let home = Home::new();
    let mut session = Session::open(&home, "2025-11-25");
    names(&mut session);
    session.close();
    let files: Vec<_> = fs::read_dir(home.path()).unwrap().collect();
    assert!(files.is_empty(), "{files:?}");
}

#[test]
fn lines_that_are_no_message_leave_the_server_serving() {
    let home = Home::new();
    let mut session = Session::open(&home, "2025-11-25");
    session.send(&json!({"jsonrpc": "2.0", "id": 7, "result": {}}));
    for (message, code) in [(json!(7), -32600), (json!({"jsonrpc": "2.0", "id": null}), -32600)] {
        session.send(&message);
        let answer = session.receive();
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert_eq!(answer.get("id"), None::<&Value>, "{answer}");
    }
    assert!(!names(&mut session).is_empty());
    session.close();
}
