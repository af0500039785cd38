//! Narrower connections: what a flag leaves out is neither listed nor called, and a flag that
//! cannot be followed starts nothing.

use serde_json::{Value, json};

use super::session::{Home, Session, initialize};

/// A session that was started with these flags.
fn open(home: &Home, flags: &[&str]) -> Session {
    let mut session = Session::run(home.tollgate(&[&["stdio"], flags].concat()));
    session.request("initialize", initialize("2025-11-25"));
    session
}

fn listed(session: &mut Session) -> Vec<String> {
    let list = session.request("tools/list", json!({}));
    let tools = list["result"]["tools"].as_array().unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// What `tollgate surface show` lists for such a connection.
fn shown(home: &Home, flags: &[&str]) -> Vec<String> {
    let text = home.run(&[&["surface", "show", "--json"], flags].concat());
    let seen: Value = serde_json::from_str(&text).unwrap();
    seen["tools"].as_object().unwrap().keys().cloned().collect()
}

/// The exit code and the complaint of a start that must not be one.
fn refusal(flags: &[&str]) -> (Option<i32>, String) {
    let home = Home::new();
    let output = home.tollgate(&[&["stdio"], flags].concat()).output().unwrap();
    assert!(output.stdout.is_empty());
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_change_that_is_called_by_name_in_a_read_only_session_changes_nothing() {
    let home = Home::new();
    let workspace = home.run(&["workspace", "create", "office"]).trim().to_owned();
    let place = ["--workspace", "office", "lobby"];
    let space = home.run(&[&["space", "create"][..], &place].concat()).trim().to_owned();
    let todos = json!([{"content": "water the plants", "status": "pending"}]);
    let arguments = json!({"workspace_id": workspace, "space_id": space, "todos": todos});
    let read = |session: &mut Session| {
        let place = json!({"workspace_id": workspace, "space_id": space});
        session.call("todo_read", place)["result"]["structuredContent"].to_string()
    };
    let mut session = open(&home, &["--read-only"]);
    assert!(!listed(&mut session).contains(&"todo_write".to_owned()));
    let before = read(&mut session);
    let answer = session.call("todo_write", arguments.clone());
    assert_eq!(answer["error"]["code"], -32003, "{answer}");
    let text = answer["error"]["message"].as_str().unwrap();
    assert!(text.contains("the connection's own flags"), "{text}");
    assert_eq!(read(&mut session), before);
    session.close();
    // The very same call changes something where nothing is left out.
    let mut session = open(&home, &[]);
    let answer = session.call("todo_write", arguments);
    assert_eq!(answer["result"]["isError"], Value::Null, "{answer}");
    assert_ne!(read(&mut session), before);
    session.close();
}

#[test]
fn every_flag_narrows_the_list_and_an_operator_can_see_it_beforehand() {
    let home = Home::new();
    let all = shown(&home, &[]);
    for flags in [
        &["--toolsets", "newsfeed"][..],
        &["--tools", "todo_read,list_spaces"],
        &["--tools", "todo_read", "--tools", "mcp__tollgate__list_*"],
        &["--toolsets", "newsfeed", "--tools", "todo_read", "--exclude", "list_feeds"],
        &["--exclude", "todo_*"],
        &["--read-only"],
    ] {
        let mut session = open(&home, flags);
        let listed = listed(&mut session);
        session.close();
        assert_eq!(listed, shown(&home, flags), "{flags:?}");
        assert!(!listed.is_empty() && listed.len() < all.len(), "{flags:?}: {listed:?}");
    }
    assert_eq!(shown(&home, &["--tools", "todo_read,list_spaces"]), ["list_spaces", "todo_read"]);
    let why = home.tollgate(&["why", "operator", "todo_write", "--read-only"]).output().unwrap();
    assert_eq!(why.status.code(), Some(1));
}

#[test]
fn a_flag_never_opens_what_the_settings_leave_out() {
    let home = Home::new();
    std::fs::write(home.path().join("config.toml"), "[surface]\nread_only = true\n").unwrap();
    assert_eq!(shown(&home, &["--tools", "todo_*"]), ["todo_read"]);
    let mut session = open(&home, &["--tools", "todo_*"]);
    assert_eq!(listed(&mut session), ["todo_read"]);
    session.close();
}

#[test]
fn a_name_that_nothing_has_ends_the_start_with_the_nearest_one() {
    let (code, text) = refusal(&["--tools", "todo_reed"]);
    assert_eq!(code, Some(64));
    assert_eq!(
        text,
        "tollgate: --tools: there is no tool `todo_reed`; did you mean `todo_read`?\n"
    );
    let (code, text) = refusal(&["--exclude", "todo_reed"]);
    assert!(code == Some(64) && text.contains("--exclude: there is no tool"), "{text}");
    let (code, text) = refusal(&["--toolsets", "newsfeeds"]);
    assert!(code == Some(64) && text.contains("no toolset `newsfeeds`"), "{text}");
    assert!(text.contains("did you mean `newsfeed`?"), "{text}");
    assert_eq!(refusal(&["--tools", "mcp__other__todo_read"]).0, Some(64));
}

#[test]
fn a_flag_without_a_name_is_a_mistake_and_never_means_all() {
    for flag in ["--toolsets", "--tools", "--exclude"] {
        for value in ["", " ", ",", "todo_read,", "todo_read,,list_feeds"] {
            let (code, text) = refusal(&[flag, value]);
            assert!(code == Some(64) && text.contains("a name is missing"), "{value:?}: {text}");
        }
    }
}
