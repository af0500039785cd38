//! An agent asks for a tool and a person decides: the compiled server, and commands beside it.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tollgate::settings::{AGENT_ID, AGENT_TOKEN, API_KEY};

use super::session::{Home, Session};

/// Longer than a command and a look take on a busy machine.
const WITHIN: Duration = Duration::from_secs(30);

/// A home with an agent whose tools of tasks are scoped, and a session of it.
struct Desk {
    home: Home,
    agent: String,
    session: Session,
}

impl Desk {
    fn new() -> Self {
        Self::with_token(&[])
    }

    /// A desk whose session has a token with these arguments.
    fn with_token(arguments: &[&str]) -> Self {
        let home = Home::new();
        home.run(&["workspace", "create", "house"]);
        let agent = home.run(&["agent", "create", "--workspace", "house", "ada"]);
        let agent = agent.trim().to_owned();
        let folder = home.path().join("agents").join(&agent);
        std::fs::create_dir_all(&folder).unwrap();
        let settings = "[capabilities]\nscoped_tools = [\"todo_*\"]\ngrant_ttl_secs = 900\n";
        std::fs::write(folder.join("agent.toml"), settings).unwrap();
        let entry = home.run(&[&["agent", "token", "ada"], arguments].concat());
        let entry: Value = serde_json::from_str(&entry).unwrap();
        let token = &entry["mcpServers"]["tollgate"]["env"][AGENT_TOKEN];
        let mut command = home.tollgate(&["stdio"]);
        command.env(AGENT_ID, &agent).env(AGENT_TOKEN, token.as_str().unwrap());
        Self { agent, session: Session::run(command), home }
    }

    fn ask(&mut self, id: &str) {
        let arguments = json!({"tool": "todo_read", "reason": "To see\nwhat is left.",
            "task_id": "task-1"});
        let params = json!({"name": "capability_request", "arguments": arguments});
        self.session.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": params}));
    }

    /// The request that waits, once there is one.
    fn waiting(&self) -> Value {
        let until = Instant::now() + WITHIN;
        loop {
            let list = self.home.run(&["approvals", "list", "--json"]);
            let mut list: Vec<Value> = serde_json::from_str(&list).unwrap();
            if let Some(one) = list.pop() {
                assert!(list.is_empty(), "{list:?}");
                return one;
            }
            assert!(Instant::now() < until, "nothing waits");
            thread::park_timeout(Duration::from_millis(50));
        }
    }

    /// The answer to a request, and how many notifications came before it.
    fn answer(&mut self, id: &str) -> (Value, usize) {
        let mut told = 0;
        loop {
            let message = self.session.receive();
            if message["id"] == id {
                return (message, told);
            }
            assert_eq!(message["method"], "notifications/tools/list_changed", "{message}");
            told += 1;
        }
    }

    fn lists(&mut self, tool: &str) -> bool {
        let answer = self.session.request("tools/list", json!({}));
        let tools = answer["result"]["tools"].as_array().unwrap();
        tools.iter().any(|it| it["name"] == tool)
    }

    fn is_told(&mut self) {
        let message = self.session.receive();
        assert_eq!(message["method"], "notifications/tools/list_changed", "{message}");
    }
}

#[test]
fn what_a_person_approves_can_be_called_and_is_gone_when_its_task_ends() {
    let mut desk = Desk::new();
    assert!(!desk.lists("todo_read"));
    desk.ask("one");
    let asked = desk.waiting();
    assert_eq!((&asked["agent_id"], &asked["agent"]), (&json!(desk.agent), &json!("ada")));
    assert_eq!((&asked["tool"], &asked["task_id"]), (&json!("todo_read"), &json!("task-1")));
    assert_eq!(asked["reason"], "To see what is left.");
    let given = desk.home.run(&["approvals", "approve", asked["id"].as_str().unwrap(), "--json"]);
    let given: Value = serde_json::from_str(&given).unwrap();
    let (answer, _) = desk.answer("one");
    let granted = &answer["result"]["structuredContent"];
    assert_eq!(granted["grant_id"], given["id"]);
    let left = granted["expires_in_secs"].as_i64().unwrap();
    assert!((800..=900).contains(&left), "{granted}");
    // The tool itself answers: its arguments are judged, and nobody refuses the call.
    let call = desk.session.call("todo_read", json!({"workspace_id": "x"}));
    assert_eq!(call["result"]["isError"], true, "{call}");
    assert!(desk.lists("todo_read") && !desk.lists("todo_write"));
    for name in [desk.agent.as_str(), "ada"] {
        let why = desk.home.run(&["why", name, "todo_read"]);
        assert!(why.contains("passes  scoped_tools"), "{why}");
    }
    let why = desk.home.tollgate(&["why", "adda", "todo_read"]).output().unwrap();
    let why = String::from_utf8(why.stderr).unwrap();
    assert!(why.contains("no agent has the id or name `adda`") && why.contains("`ada`"), "{why}");
    assert_eq!(
        desk.home.run(&["grant", "end-task", "task-1"]),
        "ended with the task task-1: grants 1, requests 0\n"
    );
    desk.is_told();
    assert!(!desk.lists("todo_read"));
    let list = desk.home.run(&["grant", "list"]);
    assert!(list.contains("  ended    ") && list.contains("ended: task_phase_end"), "{list}");
    desk.session.close();
}

#[test]
fn what_a_person_denies_stays_hidden() {
    let mut desk = Desk::new();
    desk.ask("one");
    let asked = desk.waiting();
    let denied = desk.home.run(&["approvals", "deny", asked["id"].as_str().unwrap()]);
    assert!(denied.contains("  denied    "), "{denied}");
    let (answer, told) = desk.answer("one");
    assert_eq!((&answer["result"]["isError"], told), (&json!(true), 0), "{answer}");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("a person denied `todo_read`"), "{text}");
    assert!(!desk.lists("todo_read"));
    let again =
        desk.home.tollgate(&["approvals", "approve", asked["id"].as_str().unwrap()]).output();
    let text = String::from_utf8(again.unwrap().stderr).unwrap();
    assert!(text.contains("was denied by operator at"), "{text}");
    assert_eq!(desk.home.run(&["approvals", "list"]), "");
    assert!(
        desk.home.run(&["approvals", "list", "--all"]).contains("todo_read for task-1: To see")
    );
    desk.session.close();
}

#[test]
fn a_person_gives_without_being_asked_and_takes_it_back() {
    let mut desk = Desk::new();
    assert!(!desk.lists("todo_write"));
    let given = desk.home.run(&["grant", "give", "ada", "todo_write", "--ttl", "60", "--json"]);
    let given: Value = serde_json::from_str(&given).unwrap();
    assert_eq!((&given["state"], &given["granted_by"]), (&json!("open"), &json!("operator")));
    desk.is_told();
    assert!(desk.lists("todo_write"));
    desk.home.run(&["grant", "revoke", given["id"].as_str().unwrap()]);
    desk.is_told();
    assert!(!desk.lists("todo_write"));
    desk.session.close();
}

#[test]
fn a_grant_that_would_open_nothing_is_refused_with_what_to_do() {
    let desk = Desk::new();
    for (arguments, said) in [
        (&["ada", "todo_writ"][..], "did you mean `todo_write`?"),
        (&["ada", "list_repos"], "`[capabilities] scoped_tools` in agents/"),
        (&["ad", "todo_write"], "no agent has the id or name `ad`"),
        (&["ada", "todo_write", "--ttl", "0"], "a grant lasts 1 to 604800 seconds, got 0"),
        (
            &["ada", "todo_write", "--ttl", "604801"],
            "a grant lasts 1 to 604800 seconds, got 604801",
        ),
    ] {
        let output =
            desk.home.tollgate(&[&["grant", "give"], arguments].concat()).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains(said), "{text}");
        assert_eq!(output.status.code(), Some(1));
    }
    assert_eq!(desk.home.run(&["grant", "list"]), "");
}

#[test]
fn a_grant_that_another_gate_undoes_is_refused_with_its_name() {
    let mut desk = Desk::new();
    let file = desk.home.path().join("agents").join(&desk.agent).join("agent.toml");
    let settings = "[capabilities]\nscoped_tools = [\"todo_*\"]\ndenied_tools = [\"todo_read\"]\n";
    std::fs::write(file, settings).unwrap();
    let output = desk.home.tollgate(&["grant", "give", "ada", "todo_read"]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("the gate denied_tools hides it as well"), "{text}");
    desk.ask("one");
    let asked = desk.waiting();
    let id = asked["id"].as_str().unwrap();
    let output = desk.home.tollgate(&["approvals", "approve", id]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("the gate denied_tools hides it as well"), "{text}");
    desk.home.run(&["approvals", "deny", id]);
    desk.answer("one");
    desk.session.close();
}

#[test]
fn a_token_for_a_task_asks_for_that_task() {
    let mut desk = Desk::with_token(&["--task", "T1"]);
    let ask = |tool: &str, task: Option<&str>| {
        let mut arguments = json!({"tool": tool, "reason": "x"});
        if let Some(task) = task {
            arguments["task_id"] = task.into();
        }
        arguments
    };
    let other = desk.session.call("capability_request", ask("todo_read", Some("T2")));
    let text = other["result"]["content"][0]["text"].as_str().unwrap();
    assert_eq!(text, "task_id: your token is for the task `T1`, got `T2`; leave it out");
    let params = json!({"name": "capability_request", "arguments": ask("todo_read", None)});
    desk.session.send(&json!({"jsonrpc": "2.0", "id": "one", "method": "tools/call",
        "params": params}));
    let asked = desk.waiting();
    assert_eq!(asked["task_id"], "T1");
    desk.home.run(&["approvals", "approve", asked["id"].as_str().unwrap()]);
    desk.answer("one");
    assert!(desk.lists("todo_read"));
    let ended = desk.home.run(&["grant", "end-task", "T1"]);
    assert_eq!(ended, "ended with the task T1: grants 1, requests 0\n");
    desk.is_told();
    assert!(!desk.lists("todo_read"));
    desk.session.close();
}

#[test]
fn a_request_that_is_cancelled_is_written_down_as_such_and_can_still_be_granted() {
    let mut desk = Desk::new();
    assert!(!desk.lists("todo_read"));
    desk.ask("one");
    let asked = desk.waiting();
    desk.session.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": "one"}}));
    // Longer than the server gives a call to tidy up.
    thread::park_timeout(Duration::from_secs(3));
    desk.home.run(&["approvals", "approve", asked["id"].as_str().unwrap()]);
    desk.is_told();
    assert!(desk.lists("todo_read"));
    desk.session.close();
    let line = desk.home.run(&["audit", "query", "--json", "--tool", "capability_request"]);
    assert!(line.contains("\"cancelled\""), "{line}");
}

#[test]
fn a_request_for_a_tool_that_is_scoped_no_more_ends() {
    let mut desk = Desk::new();
    desk.ask("one");
    desk.waiting();
    let file = desk.home.path().join("agents").join(&desk.agent).join("agent.toml");
    std::fs::write(file, "# nothing is scoped\n").unwrap();
    let (answer, _) = desk.answer("one");
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("tool: `todo_read` is not one of your scoped tools"), "{text}");
    desk.session.close();
}

#[test]
fn an_agents_process_decides_nothing() {
    let desk = Desk::new();
    let made = desk.home.run(&["key", "create", "ada", "--kind", "agent", "--json"]);
    let made: Value = serde_json::from_str(&made).unwrap();
    let boss = desk.home.run(&["key", "create", "boss", "--kind", "operator", "--json"]);
    let boss: Value = serde_json::from_str(&boss).unwrap();
    for key in [made["key"].as_str().unwrap(), "no key"] {
        let mut command = desk.home.tollgate(&["approvals", "list"]);
        let output = command.env(API_KEY, key).output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("are for the operator"), "{text}");
    }
    let mut command = desk.home.tollgate(&["approvals", "list"]);
    let output = command.env(API_KEY, boss["key"].as_str().unwrap()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    for arguments in [&["approvals", "list"][..], &["grant", "give", "ada", "todo_read"]] {
        let mut command = desk.home.tollgate(arguments);
        let output = command.env(AGENT_ID, &desk.agent).env(AGENT_TOKEN, "x").output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("are for the operator"), "{text}");
    }
}
