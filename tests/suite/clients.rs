//! Clients that nobody here wrote, against the compiled server: the Python and the JavaScript SDK.
//!
//! The programs below `tests/clients` carry out a plan and record what their SDK made of it; the
//! plan and the judgement are here, the same for both.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tollgate::decl::{Audience, ToolDecl};
use tollgate::registry::REGISTRY;

use super::session::{Home, clients, program, succeed};

/// JSON-RPC's code for parameters that name no tool.
const INVALID_PARAMS: i64 = -32_602;

type Client = fn(&Value) -> Command;

fn script(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name)
}

fn python(plan: &Value) -> Command {
    let mut command = program(clients().join("python/bin/python"));
    command.arg(script("client.py")).arg(plan.to_string());
    command
}

fn javascript(plan: &Value) -> Command {
    javascript_with("@modelcontextprotocol/sdk", plan)
}

/// The last release of the JavaScript SDK that knew 2024-11-05 alone.
fn oldest_javascript(plan: &Value) -> Command {
    javascript_with("sdk-2024-11-05", plan)
}

fn javascript_with(package: &str, plan: &Value) -> Command {
    let mut command = program("node");
    command.arg(script("client.mjs")).arg(plan.to_string()).arg(clients()).arg(package);
    command
}

/// An installation with one workspace, one space and one agent, made as an operator makes them.
struct Office {
    home: Home,
    workspace: String,
    space: String,
    agent: String,
}

impl Office {
    fn new() -> Self {
        let home = Home::new();
        let id = |arguments: &[&str]| home.run(arguments).trim().to_owned();
        let workspace = id(&["workspace", "create", "Office"]);
        let space = id(&["space", "create", "--workspace", &workspace, "General"]);
        let agent = id(&["agent", "create", "--workspace", &workspace, "Ada"]);
        Self { home, workspace, space, agent }
    }

    /// What a client records of these calls.
    #[track_caller]
    fn record(&self, client: Client, calls: &[(&str, Value)]) -> Value {
        let call =
            |(tool, arguments): &(&str, Value)| json!({"tool": tool, "arguments": arguments});
        let plan = json!({
            "command": env!("CARGO_BIN_EXE_tollgate"),
            "args": ["stdio"],
            "env": {"TOLLGATE_HOME": self.home.path()},
            "calls": calls.iter().map(call).collect::<Vec<_>>(),
        });
        let text = succeed(&mut client(&plan));
        serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
    }
}

/// The result of a call that must have succeeded; old protocol versions give it as text alone.
#[track_caller]
fn good(call: &Value) -> Value {
    assert_eq!(call["isError"], false, "{call}");
    match &call["structured"] {
        Value::Null => serde_json::from_str(call["text"].as_str().expect("a text")).unwrap(),
        structured => structured.clone(),
    }
}

#[track_caller]
fn lists_every_tool(client: Client, version: &str) {
    let record = Office::new().record(client, &[]);
    assert_eq!(record["server"], "tollgate");
    assert_eq!(record["protocol"], version);
    let seen = |decl: &&ToolDecl| decl.gate.is_none() && decl.audience != Audience::ProcessAgent;
    let names: Vec<_> = REGISTRY.decls().filter(seen).map(|decl| decl.name).collect();
    assert_eq!(record["tools"], json!(names));
}

#[track_caller]
fn talks_in_a_space(client: Client) {
    let office = Office::new();
    let Office { workspace, space, agent, .. } = &office;
    let text = "Gr\u{fc}\u{df}e \u{65e5}\u{672c} \u{1f980} \u{2028} \"\\";
    let place = json!({"workspace_id": workspace, "space_id": space, "limit": "10"});
    let message = json!({"workspace_id": workspace, "space_id": space, "sender_id": agent,
        "content": text});
    let record = office.record(
        client,
        &[("list_workspaces", json!({})), ("send_message", message), ("get_messages", place)],
    );
    let calls = record["calls"].as_array().expect("calls");
    assert_eq!(good(&calls[0])["workspaces"][0]["id"], *workspace);
    let sent = good(&calls[1]);
    assert_eq!(sent["status"], "sent");
    let messages = good(&calls[2]);
    assert_eq!(messages["count"], 1, "{messages}");
    assert_eq!(messages["messages"][0]["content"], text, "byte for byte");
    assert_eq!(messages["messages"][0]["sender_id"], *agent);
    assert_eq!(messages["messages"][0]["id"], sent["message_id"]);
}

#[track_caller]
fn keeps_a_task_list(client: Client) {
    let office = Office::new();
    let place = json!({"workspace_id": office.workspace, "space_id": office.space});
    let mut list = place.clone();
    list["todos"] = json!([{"content": "Write", "status": "in_progress"},
        {"content": "Review", "status": "pending"}]);
    let record = office.record(client, &[("todo_write", list), ("todo_read", place)]);
    assert_eq!(good(&record["calls"][0])["total"], 2);
    let read = good(&record["calls"][1]);
    assert_eq!(read["todos"][0]["content"], "Write");
    assert_eq!(read["todos"][0]["status"], "in_progress");
    assert_eq!(read["todos"][1]["content"], "Review");
}

#[track_caller]
fn is_told_what_is_wrong(client: Client) {
    let office = Office::new();
    let wrong = json!({"workspace": "x", "space_id": 7, "limit": 501});
    let record = office.record(
        client,
        &[("get_messages", wrong), ("get_mesages", json!({})), ("list_workspaces", json!({}))],
    );
    let calls = record["calls"].as_array().expect("calls");
    assert_eq!(calls[0]["isError"], true, "{}", calls[0]);
    let text = calls[0]["text"].as_str().expect("a text");
    for part in ["workspace_id", "space_id", "limit", "did you mean `workspace_id`", "501"] {
        assert!(text.contains(part), "{part:?} in {text}");
    }
    assert_eq!(calls[1]["code"], INVALID_PARAMS, "{}", calls[1]);
    assert!(calls[1]["message"].as_str().expect("a text").contains("get_messages"), "{}", calls[1]);
    assert_eq!(calls[2]["isError"], false, "the server goes on");
}

/// Another process that reads the same store finds what the first one was told is done.
#[track_caller]
fn leaves_what_it_wrote(client: Client, reader: Client) {
    let office = Office::new();
    let Office { workspace, space, agent, .. } = &office;
    let place = json!({"workspace_id": workspace, "space_id": space});
    let mut message = place.clone();
    message["sender_id"] = json!(agent);
    message["content"] = json!("kept");
    office.record(client, &[("send_message", message)]);
    let record = office.record(reader, &[("get_messages", place)]);
    assert_eq!(good(&record["calls"][0])["messages"][0]["content"], "kept");
}

#[test]
fn the_python_client_lists_every_tool() {
    // It asks with a claim first, and opens a session only where nobody answers that.
    lists_every_tool(python, "2026-07-28");
}

#[test]
fn the_javascript_client_lists_every_tool() {
    lists_every_tool(javascript, "2025-11-25");
}

#[test]
fn the_python_client_talks_in_a_space() {
    talks_in_a_space(python);
}

#[test]
fn the_python_client_keeps_a_task_list() {
    keeps_a_task_list(python);
}

#[test]
fn the_javascript_client_talks_in_a_space() {
    talks_in_a_space(javascript);
}

#[test]
fn the_javascript_client_keeps_a_task_list() {
    keeps_a_task_list(javascript);
}

#[test]
fn the_python_client_is_told_what_is_wrong() {
    is_told_what_is_wrong(python);
}

#[test]
fn the_javascript_client_is_told_what_is_wrong() {
    is_told_what_is_wrong(javascript);
}

#[test]
fn a_client_of_the_first_protocol_version_talks_in_a_space() {
    talks_in_a_space(oldest_javascript);
}

#[test]
fn what_one_client_writes_another_one_reads() {
    leaves_what_it_wrote(python, javascript);
    leaves_what_it_wrote(javascript, python);
}
