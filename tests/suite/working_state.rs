//! Working state over the compiled server: an agent with a token keeps it, and nobody else.

use std::thread;

use serde_json::json;

use super::acting::{agent, open, structured, told};
use super::session::{Home, Session};

/// The working-state tools that are listed.
#[track_caller]
fn listed(session: &mut Session) -> Vec<String> {
    let answer = session.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names = tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned());
    names.filter(|name| name.starts_with("working_state_")).collect()
}

#[test]
fn an_agent_finds_its_state_again_in_its_next_process() {
    let home = Home::new();
    let [ada, bob] = ["ada", "bob"].map(|name| agent(&home, name));
    let mut session = open(&home, &ada);
    assert_eq!(
        listed(&mut session),
        ["working_state_clear", "working_state_get", "working_state_handoff", "working_state_set",]
    );
    let arguments = json!({"key": "open-pr", "value": "#12", "reason": "waits for review"});
    let done = structured(&mut session, "working_state_set", arguments);
    assert_eq!(done, json!({"ok": true, "version": 1, "truncated": false}));
    let arguments = json!({"status": "continue", "note": "half done", "next_steps": "review"});
    structured(&mut session, "working_state_handoff", arguments);
    session.close();

    let mut session = open(&home, &ada);
    let state = structured(&mut session, "working_state_get", json!({}));
    assert_eq!(state["version"], 2);
    assert_eq!(state["states"][0]["value"], "#12");
    assert_eq!(state["handoff"]["next_steps"], "review");
    let arguments = json!({"key": "open-pr", "reason": "merged"});
    let done = structured(&mut session, "working_state_clear", arguments);
    assert_eq!(done["retired_value"], "#12");
    session.close();

    let mut session = open(&home, &bob);
    let state = structured(&mut session, "working_state_get", json!({}));
    assert_eq!(state, json!({"version": 0, "states": [], "history": [], "older_history": false}));
    session.close();
}

#[test]
fn processes_of_one_agent_that_write_at_once_share_no_version() {
    const WRITES: i64 = 8;
    let home = Home::new();
    let ada = agent(&home, "ada");
    let write = |process: &str| {
        let mut session = open(&home, &ada);
        let arguments = json!({"key": process, "value": "v", "reason": "r"});
        let versions: Vec<_> = (0..WRITES)
            .map(|_| {
                structured(&mut session, "working_state_set", arguments.clone())["version"].as_i64()
            })
            .collect();
        session.close();
        versions
    };
    let mut versions = thread::scope(|scope| {
        let other = scope.spawn(|| write("other"));
        [write("one"), other.join().unwrap()].concat()
    });
    versions.sort();
    assert_eq!(versions, (1..=2 * WRITES).map(Some).collect::<Vec<_>>());
}

#[test]
fn nobody_but_an_agent_sees_or_calls_the_tools() {
    let home = Home::new();
    let ada = agent(&home, "ada");
    let mut session = open(&home, &[]);
    assert_eq!(listed(&mut session), [""; 0]);
    let names = {
        let mut session = open(&home, &ada);
        listed(&mut session)
    };
    for name in names {
        let answer = session.call(&name, json!({}));
        assert_eq!(answer["error"]["code"], -32003, "{answer}");
        let text = answer["error"]["message"].as_str().unwrap();
        assert!(text.contains("acts as the agent that calls it"), "{answer}");
    }
    session.close();
}

#[test]
fn the_limit_of_a_hand_off_is_read_from_the_settings_of_the_moment() {
    let home = Home::new();
    let mut session = open(&home, &agent(&home, "ada"));
    // Three bytes a character.
    let of = |bytes: usize| {
        let evidence = "\u{65e5}".repeat((bytes - 4) / 3) + &"x".repeat((bytes - 4) % 3);
        json!({"status": "complete", "note": "note", "evidence": evidence})
    };
    for limit in [None, Some(1_000), Some(30_000)] {
        if let Some(limit) = limit {
            let text = format!("[memory]\nworking_state_handoff_max_bytes = {limit}\n");
            std::fs::write(home.path().join("config.toml"), text).unwrap();
        }
        let limit = limit.unwrap_or(16_384);
        let text = told(&mut session, "working_state_handoff", of(limit + 1));
        let words = format!("have {} bytes together, limit is {limit} (1 over)", limit + 1);
        assert!(text.contains(&words), "{text}");
        structured(&mut session, "working_state_handoff", of(limit));
        let state = structured(&mut session, "working_state_get", json!({}));
        assert_eq!(state["handoff"]["evidence"], of(limit)["evidence"]);
    }
    session.close();
}
