//! Agents and their own processes, for tests of tools that act as the agent that calls.
//!
//! Must not: know a tool.

use serde_json::{Value, json};
use tollgate::settings::{AGENT_ID, AGENT_TOKEN};

use super::session::{Home, Session, initialize};

/// Makes an agent of this name in a workspace of this name; the environment that proves it.
#[track_caller]
pub(crate) fn agent(home: &Home, name: &str) -> [(&'static str, String); 2] {
    home.run(&["workspace", "create", name]);
    let id = home.run(&["agent", "create", "--workspace", name, name]).trim().to_owned();
    let entry: Value = serde_json::from_str(&home.run(&["agent", "token", name])).unwrap();
    let token = &entry["mcpServers"]["tollgate"]["env"][AGENT_TOKEN];
    [(AGENT_ID, id), (AGENT_TOKEN, token.as_str().unwrap().to_owned())]
}

/// A new process of whoever this environment proves.
#[track_caller]
pub(crate) fn open(home: &Home, env: &[(&'static str, String)]) -> Session {
    let mut command = home.tollgate(&["stdio"]);
    command.envs(env.iter().map(|(name, value)| (name, value)));
    let mut session = Session::run(command);
    let result = session.request("initialize", initialize("2025-11-25"));
    assert!(result["result"].is_object(), "{result}");
    session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    session
}

/// The structured answer of a call that succeeds.
#[track_caller]
pub(crate) fn structured(session: &mut Session, tool: &str, arguments: Value) -> Value {
    let mut answer = session.call(tool, arguments);
    assert_eq!(answer["result"]["isError"], Value::Null, "{answer}");
    answer["result"]["structuredContent"].take()
}

/// What a call is told that the tool refuses.
#[track_caller]
pub(crate) fn told(session: &mut Session, tool: &str, arguments: Value) -> String {
    let answer = session.call(tool, arguments);
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    answer["result"]["content"][0]["text"].as_str().unwrap().to_owned()
}
