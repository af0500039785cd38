//! Working state over the compiled server: an agent with a token keeps it, and nobody else.

use std::thread;

use serde_json::{Value, json};
use tollgate::settings::{AGENT_ID, AGENT_TOKEN};

use super::session::{Home, Session, initialize};

/// Makes an agent of this name in a workspace of this name; the environment that proves it.
#[track_caller]
fn agent(home: &Home, name: &str) -> [(&'static str, String); 2] {
    home.run(&["workspace", "create", name]);
    let id = home.run(&["agent", "create", "--workspace", name, name]).trim().to_owned();
    let entry: Value = serde_json::from_str(&home.run(&["agent", "token", name])).unwrap();
    let token = &entry["mcpServers"]["tollgate"]["env"][AGENT_TOKEN];
    [(AGENT_ID, id), (AGENT_TOKEN, token.as_str().unwrap().to_owned())]
}

/// A new process of whoever this environment proves.
#[track_caller]
fn open(home: &Home, env: &[(&'static str, String)]) -> Session {
    let mut command = home.tollgate(&["stdio"]);
    command.envs(env.iter().map(|(name, value)| (name, value)));
    let mut session = Session::run(command);
    let result = session.request("initialize", initialize("2025-11-25"));
    assert!(result["result"].is_object(), "{result}");
    session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    session
}

/// The working-state tools that are listed.
#[track_caller]
fn listed(session: &mut Session) -> Vec<String> {
    let answer = session.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    let names = tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned());
    names.filter(|name| name.starts_with("working_state_")).collect()
}

#[track_caller]
fn structured(session: &mut Session, tool: &str, arguments: Value) -> Value {
    let mut answer = session.call(tool, arguments);
    assert_eq!(answer["result"]["isError"], Value::Null, "{answer}");
    answer["result"]["structuredContent"].take()
}

/// What a call is told that the tool refuses.
#[track_caller]
fn told(session: &mut Session, tool: &str, arguments: Value) -> String {
    let answer = session.call(tool, arguments);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
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
