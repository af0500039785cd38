//! Ways around a gate that other servers had: another spelling, a second try, a moment in
//! between. The public report of each stands at its test.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde_json::json;

use super::client::{Client, Home};
use super::live::{is_told, is_told_nothing};

/// https://github.com/BerriAI/litellm/issues/15078
#[test]
fn one_allowed_tool_is_a_list_of_one() {
    let home = Home::new();
    home.configure_agent("ada", "[capabilities]\nallowed_tools = [\"anything\"]\n");
    let mut ada = Client::start(&home, &["agent", "ada"]);
    assert_eq!(ada.list().into_iter().collect::<Vec<_>>(), ["anything"]);
    assert_eq!(ada.call("anything").unwrap(), "anything ran");
}

/// https://github.com/PrefectHQ/fastmcp/issues/5041
#[test]
fn another_spelling_of_a_name_is_no_way_past_a_gate() {
    let home = Home::new();
    home.configure_agent("ada", "[capabilities]\ndenied_tools = [\"wipe\"]\n");
    let mut ada = Client::start(&home, &["agent", "ada"]);
    assert!(ada.call("wipe").unwrap_err().1.contains("denied_tools"));
    let spellings = [
        "mcp__tollgate__wipe",
        "tollgate.wipe",
        "tollgate/wipe",
        "tollgate__wipe",
        "WIPE",
        "Wipe",
        " wipe",
        "wipe ",
        "wipe\n",
        "wipe\t",
        "wipe\u{0}",
        "wipe\u{200b}",
        "\u{feff}wipe",
        "w\u{131}pe",
        "\u{ff57}ipe",
    ];
    for spelling in spellings {
        let (code, text) = ada.call(spelling).unwrap_err();
        assert!(code == -32602 && text.starts_with("Unknown tool: "), "{spelling:?}: {text}");
    }
    // One that is open has one name as well.
    assert!(ada.call("anything").is_ok());
    for spelling in ["mcp__tollgate__anything", "ANYTHING", "anything "] {
        assert_eq!(ada.call(spelling).unwrap_err().0, -32602, "{spelling:?}");
    }
}

/// https://github.com/codescene-oss/codescene-mcp-server/pull/197
#[test]
fn a_hidden_tool_stays_hidden_however_often_it_is_asked_for() {
    let home = Home::new();
    home.configure("[surface]\nexclude = [\"wipe\"]\n");
    let mut operator = Client::start(&home, &["operator"]);
    let first = operator.request("tools/list", &json!({}))["result"].clone();
    for _ in 0..3 {
        let again = operator.request("tools/list", &json!({}))["result"].clone();
        assert_eq!(again, first);
        assert!(!operator.list().contains("wipe"));
        assert_eq!(operator.call("wipe").unwrap_err().0, -32003);
    }
}

/// https://github.com/cognizant-ai-lab/neuro-san/issues/1341
#[test]
fn a_list_is_of_one_moment_while_gates_flip() {
    const FLIPPING: Duration = Duration::from_secs(4);
    let home = Home::new();
    let mut operator = Client::start(&home, &["operator"]);
    let closed = operator.list();
    let mut open = closed.clone();
    open.extend(["github_status", "gmail_read"].map(str::to_owned));
    let started = Instant::now();
    let (mut seen, mut is_on) = ([0, 0], false);
    while started.elapsed() < FLIPPING {
        is_on = !is_on;
        let settings = format!("[integrations]\ngithub = {is_on}\ngoogle_workspace = {is_on}\n");
        home.configure(&settings);
        let until = Instant::now() + Duration::from_millis(700);
        while Instant::now() < until {
            let answer = operator.request("tools/list", &json!({}));
            let tools = answer["result"]["tools"].as_array().unwrap();
            assert!(tools.iter().all(|tool| tool["name"].is_string()), "{answer}");
            let listed = tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned());
            let listed: BTreeSet<_> = listed.collect();
            assert!(listed == closed || listed == open, "{listed:?}");
            seen[usize::from(listed == open)] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "both lists are seen: {seen:?}");
}

/// https://github.com/PrefectHQ/fastmcp/issues/4788
#[test]
fn a_switch_of_the_home_is_told_only_to_those_who_see_other_tools() {
    let home = Home::new();
    let mut sees = [
        Client::start(&home, &["internal", "github:read"]),
        Client::start(&home, &["agent", "ada"]),
    ];
    let mut sees_not = [
        Client::start(&home, &["internal", "wiki:read"]),
        Client::start(&home, &["external", "memory:read"]),
    ];
    for client in sees.iter_mut().chain(&mut sees_not) {
        client.list();
    }
    home.configure("[integrations]\ngithub = true\n");
    for client in &mut sees {
        is_told(client);
        assert!(client.list().contains("github_status"));
    }
    for client in sees.iter_mut().chain(&mut sees_not) {
        is_told_nothing(client);
    }
}

/// Clients that keep their first list: https://github.com/anthropics/claude-code/issues/79826,
/// https://github.com/openai/codex/issues/33266, https://github.com/aaif-goose/goose/issues/10433.
#[test]
fn a_client_that_keeps_its_first_list_can_call_what_was_opened_since() {
    let home = Home::new();
    let mut operator = Client::start(&home, &["operator"]);
    assert!(!operator.list().contains("github_status"));
    home.configure("[integrations]\ngithub = true\n");
    is_told(&mut operator);
    assert_eq!(operator.call("github_status").unwrap(), "github_status ran");
    home.configure("");
    is_told(&mut operator);
    assert_eq!(operator.call("github_status").unwrap_err().0, -32003);
}

/// https://github.com/redhat-data-and-ai/template-agent/issues/230
#[test]
fn lists_of_two_callers_are_independent_of_who_asked_first() {
    let home = Home::new();
    let callers = [&["operator"][..], &["agent", "ada"], &["external", "memory:read"]];
    let mut alone = Vec::new();
    for caller in callers {
        alone.push(Client::start(&home, caller).list());
    }
    assert!(alone[0] != alone[1] && alone[1] != alone[2] && alone[0] != alone[2]);
    let mut together = callers.map(|caller| Client::start(&home, caller));
    for at in [2, 0, 1, 0, 2, 1] {
        assert_eq!(together[at].list(), alone[at]);
    }
}
