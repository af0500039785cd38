//! Settings that change under a running session: whom they reach, and whom not.

use std::time::Duration;

use serde_json::json;

use super::client::{Client, Home};

/// A change is seen within a second; the rest is for slow machines.
const SEEN_WITHIN: Duration = Duration::from_secs(10);
/// Longer than a change takes to be seen, where nothing may come.
const QUIET: Duration = Duration::from_millis(1_800);

/// Waits for the one notification that tells of another list.
#[track_caller]
pub(super) fn is_told(client: &mut Client) {
    let told = client.told(SEEN_WITHIN).expect("the session is told");
    let expected =
        json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}});
    assert_eq!(told, expected);
}

#[track_caller]
pub(super) fn is_told_nothing(client: &mut Client) {
    assert_eq!(client.told(QUIET), None);
}

#[test]
fn lists_that_change_are_promised() {
    let home = Home::new();
    let mut client = Client::start(&home, &["operator"]);
    let answer = client.request("initialize", &json!({"protocolVersion": "2025-11-25"}));
    assert_eq!(answer["result"]["capabilities"]["tools"]["listChanged"], true, "{answer}");
}

#[test]
fn a_switch_opens_and_closes_without_a_restart() {
    let home = Home::new();
    let mut client = Client::start(&home, &["operator"]);
    assert!(!client.list().contains("github_status"));
    assert!(client.call("github_status").is_err());
    home.configure("[integrations]\ngithub = true\n");
    is_told(&mut client);
    assert!(client.list().contains("github_status"));
    assert_eq!(client.call("github_status").unwrap(), "github_status ran");
    home.configure("");
    is_told(&mut client);
    assert!(!client.list().contains("github_status"));
    let (code, text) = client.call("github_status").unwrap_err();
    assert_eq!(code, -32003);
    assert!(text.contains("config.toml [integrations] github"), "{text}");
    is_told_nothing(&mut client);
}

#[test]
fn the_same_content_is_never_told() {
    let home = Home::new();
    home.configure("[integrations]\ngithub = true\n");
    let mut client = Client::start(&home, &["operator"]);
    client.list();
    for _ in 0..50 {
        home.configure("[integrations]\ngithub = true\n");
    }
    home.configure("# A remark changes nothing.\n[integrations]\ngithub = true\n");
    home.configure("[integrations]\ngithub = true\n[log]\nlevel = \"warn\"\n");
    is_told_nothing(&mut client);
}

#[test]
fn a_file_of_one_agent_reaches_that_agent_alone() {
    let home = Home::new();
    home.configure_agent("ada", "");
    home.configure_agent("bob", "");
    let mut ada = Client::start(&home, &["agent", "ada"]);
    let mut other_ada = Client::start(&home, &["agent", "ada"]);
    let mut others = [
        Client::start(&home, &["agent", "bob"]),
        Client::start(&home, &["operator"]),
        Client::start(&home, &["external", "memory:read"]),
    ];
    for client in others.iter_mut().chain([&mut ada, &mut other_ada]) {
        client.list();
    }
    home.configure_agent("ada", "[capabilities]\nos_native = true\n");
    is_told(&mut ada);
    is_told(&mut other_ada);
    assert!(ada.list().contains("os_notify"));
    for client in &mut others {
        assert_eq!(client.told(Duration::from_millis(300)), None);
    }
    is_told_nothing(&mut ada);
}

#[test]
fn a_session_that_never_listed_is_told_nothing() {
    let home = Home::new();
    let mut client = Client::start(&home, &["operator"]);
    assert!(client.call("github_status").is_err());
    home.configure("[integrations]\ngithub = true\n");
    is_told_nothing(&mut client);
    assert!(client.call("github_status").is_ok());
}

#[test]
fn a_file_that_breaks_closes_what_it_governs_until_it_is_mended() {
    let home = Home::new();
    home.configure_agent("ada", "[capabilities]\ndenied_tools = [\"wipe\"]\n");
    let mut ada = Client::start(&home, &["agent", "ada"]);
    let mut operator = Client::start(&home, &["operator"]);
    assert!(ada.list().contains("anything"));
    operator.list();
    home.configure_agent("ada", "[capabilities]\ndenied_tools = [\"wipe\"\n");
    is_told(&mut ada);
    assert!(ada.list().is_empty());
    let (code, text) = ada.call("anything").unwrap_err();
    assert_eq!(code, -32003);
    assert!(text.contains("agents/ada/agent.toml"), "{text}");
    home.configure_agent("ada", "[capabilities]\ndenied_tools = [\"wipe\"]\n");
    is_told(&mut ada);
    assert!(!ada.list().contains("wipe") && ada.list().contains("anything"));
    assert_eq!(operator.told(Duration::from_millis(300)), None);
    home.configure("[integrations\n");
    is_told(&mut operator);
    is_told(&mut ada);
    assert!(operator.list().is_empty() && ada.list().is_empty());
}

#[test]
fn a_surface_that_names_what_is_not_there_shows_nothing() {
    let home = Home::new();
    home.configure("[surface]\ntools = [\"anythin\"]\n");
    let mut client = Client::start(&home, &["operator"]);
    assert!(client.list().is_empty());
    let (_, text) = client.call("anything").unwrap_err();
    assert!(text.contains("there is no tool `anythin`; did you mean `anything`?"), "{text}");
}

#[test]
fn quiet_refusals_look_like_unknown_tools_to_the_byte() {
    let home = Home::new();
    home.configure("[surface]\nquiet_refusals = true\n");
    let mut external = Client::start(&home, &["external", "memory:read"]);
    let refused = external.call("anything").unwrap_err();
    assert_eq!(refused, (-32602, "Unknown tool: anything".to_owned()));
    let unknown = external.call("anythink").unwrap_err();
    assert_eq!(unknown, (-32602, "Unknown tool: anythink".to_owned()));
    let mut internal = Client::start(&home, &["internal", "memory:read"]);
    assert_eq!(internal.call("anything").unwrap_err().0, -32003);
}

#[test]
fn names_of_hidden_tools_are_not_proposed() {
    let home = Home::new();
    let mut client = Client::start(&home, &["operator"]);
    assert_eq!(client.call("github_statu").unwrap_err().1, "Unknown tool: github_statu");
    let (_, text) = client.call("anythin").unwrap_err();
    assert!(text.contains("anything"), "{text}");
}

#[test]
fn a_caller_who_calls_too_often_is_told_when_to_come_again() {
    let home = Home::new();
    home.configure("[rate]\nwrites_per_minute = 3\n");
    let mut ada = Client::start(&home, &["agent", "ada"]);
    for _ in 0..3 {
        ada.call("wipe").unwrap();
    }
    let (code, text) = ada.call("wipe").unwrap_err();
    assert_eq!(code, -32029);
    assert!(text.starts_with("wipe: more than 3 writes a minute; wait "), "{text}");
    assert!(ada.call("anything").is_ok());
    let mut operator = Client::start(&home, &["operator"]);
    for _ in 0..4 {
        operator.call("wipe").unwrap();
    }
}
