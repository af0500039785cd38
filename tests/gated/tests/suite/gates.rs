//! Each gate on the compiled server: a caller that it alone stops, in its own words, and one
//! that it lets through. Without the gate the first call would run.

use std::collections::BTreeSet;

use tollgate::decl::Scope;
use tollgate::gate::RULES;

use super::client::{Client, Home};

/// A caller under settings; an agent's file is that of `ada`.
#[derive(Clone, Copy)]
struct Side {
    caller: &'static [&'static str],
    config: &'static str,
    agent: &'static str,
}

struct Row {
    gate: &'static str,
    tool: &'static str,
    stopped: Side,
    code: i64,
    words: &'static str,
    passes: Side,
}

const ADA: Side = Side { caller: &["agent", "ada"], config: "", agent: "" };

const fn ada(agent: &'static str) -> Side {
    Side { agent, ..ADA }
}

const fn client(caller: &'static [&'static str]) -> Side {
    Side { caller, ..ADA }
}

const fn home(caller: &'static [&'static str], config: &'static str) -> Side {
    Side { caller, config, ..ADA }
}

const OPERATOR: &[&str] = &["operator"];

const FORBIDDEN: i64 = -32003;
const NOT_FOUND: i64 = -32601;
const INTERNAL: i64 = -32603;
/// The tool's own error.
const RESULT: i64 = 0;

/// A tool behind a switch of `agent.toml`: without the file, and with it.
const fn switch(gate: &'static str, tool: &'static str, on: &'static str) -> Row {
    Row { gate, tool, stopped: ADA, code: FORBIDDEN, words: gate, passes: ada(on) }
}

const ROWS: [Row; 18] = [
    Row {
        gate: "settings",
        tool: "anything",
        stopped: ada("[capabilities\n"),
        code: FORBIDDEN,
        words: "agents/ada/agent.toml",
        passes: ada("[capabilities]\n"),
    },
    Row {
        gate: "external",
        tool: "memory_list",
        stopped: client(&["external", "wiki:read"]),
        code: NOT_FOUND,
        words: "not available to external clients",
        passes: client(&["external", "memory:read"]),
    },
    Row {
        gate: "scope",
        tool: "memory_list",
        stopped: client(&["internal", "wiki:read"]),
        code: FORBIDDEN,
        words: "needs the scope memory:read; this key has wiki:read",
        passes: client(&["internal", "memory:read"]),
    },
    Row {
        gate: "process_agent",
        tool: "canvas_push",
        stopped: client(OPERATOR),
        code: FORBIDDEN,
        words: "acts as the agent that calls it",
        passes: ADA,
    },
    Row {
        gate: "denied_tools",
        tool: "wipe",
        stopped: ada("[capabilities]\ndenied_tools = [\"wi*\"]\n"),
        code: FORBIDDEN,
        words: "denied by `denied_tools`",
        passes: ada("[capabilities]\ndenied_tools = [\"mcp__other__wi*\"]\n"),
    },
    Row {
        gate: "allowed_tools",
        tool: "wipe",
        stopped: ada("[capabilities]\nallowed_tools = [\"anything\"]\n"),
        code: FORBIDDEN,
        words: "not among the `allowed_tools`",
        passes: ada("[capabilities]\nallowed_tools = [\"wipe\"]\n"),
    },
    Row {
        stopped: client(OPERATOR),
        passes: home(OPERATOR, "[integrations]\ngoogle_workspace = true\n"),
        ..switch("google_workspace", "gmail_read", "")
    },
    Row {
        stopped: client(OPERATOR),
        passes: home(OPERATOR, "[integrations]\ngithub = true\n"),
        ..switch("github", "github_status", "")
    },
    switch("os_native", "os_notify", "[capabilities]\nos_native = true\n"),
    switch("recording", "record_start", "[capabilities]\nrecording = true\n"),
    switch("system_operator", "os_power", "[capabilities]\nsystem_operator = true\n"),
    switch("codrive", "codrive_run", "[capabilities]\ncodrive = true\n"),
    Row {
        code: INTERNAL,
        ..switch("computer_use", "computer_click", "[capabilities]\ncomputer_use = true\n")
    },
    switch("db_sources", "db_query", "[capabilities]\ndb_sources = [\"books\"]\n"),
    Row { code: RESULT, ..switch("fork", "fork_run", "[fork]\nenabled = true\n") },
    Row {
        passes: home(ADA.caller, "[responsibilities]\nenabled = true\n"),
        ..switch("responsibilities", "responsibility_get", "")
    },
    Row {
        gate: "scoped_tools",
        tool: "wipe",
        stopped: ada("[capabilities]\nscoped_tools = [\"wipe\"]\n"),
        code: FORBIDDEN,
        words: "is scoped: a grant has to open it",
        passes: ada("[capabilities]\nscoped_tools = [\"anything\"]\n"),
    },
    Row {
        gate: "surface",
        tool: "wipe",
        stopped: home(OPERATOR, "[surface]\nread_only = true\n"),
        code: FORBIDDEN,
        words: "left out of this surface",
        passes: home(OPERATOR, "[surface]\nread_only = false\n"),
    },
];

fn start(side: Side) -> (Home, Client) {
    let home = Home::new();
    home.configure(side.config);
    home.configure_agent("ada", side.agent);
    let client = Client::start(&home, side.caller);
    (home, client)
}

/// Gates that need a real key or token, with their rows in `tests/suite` of the server itself.
const ELSEWHERE: [&str; 1] = ["credential"];

#[test]
fn every_gate_has_its_rows() {
    let gates: Vec<_> = RULES.iter().map(|rule| rule.name()).collect();
    for gate in &gates {
        let rows = ROWS.iter().filter(|row| row.gate == *gate).count();
        assert_eq!(rows, usize::from(!ELSEWHERE.contains(gate)), "{gate}");
    }
    assert!(ROWS.iter().all(|row| gates.contains(&row.gate)));
}

#[test]
fn a_gate_stops_a_call_in_its_own_words() {
    for Row { gate, tool, stopped, code, words, .. } in &ROWS {
        let (_home, mut client) = start(*stopped);
        assert!(!client.list().contains(*tool), "{gate}");
        let outcome = client.call(tool);
        let refused = outcome.as_ref().is_err_and(|(is, text)| is == code && text.contains(words));
        assert!(refused, "{gate}: {outcome:?}");
    }
}

#[test]
fn a_gate_lets_through_whom_it_does_not_concern() {
    for Row { gate, tool, passes, .. } in &ROWS {
        let (_home, mut client) = start(*passes);
        assert!(client.list().contains(*tool), "{gate}");
        assert_eq!(client.call(tool), Ok(format!("{tool} ran")), "{gate}");
    }
}

/// Every tool that no switch hides from a key of the house with this scope alone.
fn of_scope(home: &Home, scope: Scope) -> BTreeSet<String> {
    Client::start(home, &["internal", scope.wire()]).list()
}

/// A home whose authorization server could give every scope that has a name.
fn generous() -> Home {
    let home = Home::new();
    let scopes: Vec<_> = Scope::ALL.iter().map(|scope| scope.wire()).collect();
    home.configure(&format!(
        "[integrations]\ngithub = true\ngoogle_workspace = true\n[oauth]\n\
         issuer = \"https://issuer.example\"\nacquirable_scopes = {scopes:?}\n"
    ));
    home
}

/// The same for tokens, over the real transport: listed, refused with the scope, and then open.
#[test]
fn every_scope_that_a_token_lacks_is_named_for_tools_that_it_could_acquire() {
    let home = generous();
    let mut seen = 0;
    for scope in Scope::ALL.iter().filter(|scope| **scope != Scope::Admin) {
        let others = Scope::ALL.iter().filter(|it| **it != Scope::Admin && *it != scope);
        let caller: Vec<_> = ["token"].into_iter().chain(others.map(|it| it.wire())).collect();
        let mut lacking = Client::start(&home, &caller);
        let listed = lacking.list();
        for tool in of_scope(&home, *scope) {
            assert!(listed.contains(&tool), "{tool}");
            let (code, text) = lacking.call(&tool).unwrap_err();
            let needs = format!("{tool} needs a token with the scope {};", scope.wire());
            assert!(code == FORBIDDEN && text.starts_with(&needs), "{text}");
            let mut wider = Client::start(&home, &[&*caller, &[scope.wire()]].concat());
            assert_eq!(wider.call(&tool), Ok(format!("{tool} ran")));
            seen += 1;
        }
    }
    assert!(seen >= 6, "{seen} tools were asked for");
}

#[test]
fn a_token_from_outside_acquires_what_may_be_outside_and_a_key_nothing() {
    let home = generous();
    let outside = Client::start(&home, &["token-outside"]).list();
    let expected = ["change", "memory_list", "memory_search", "send_message", "wiki_read"];
    assert_eq!(outside, expected.map(str::to_owned).into());
    assert_eq!(Client::start(&home, &["external"]).list(), BTreeSet::new());
    // Where no authorization server is trusted, nobody could give anything.
    assert_eq!(Client::start(&Home::new(), &["token-outside"]).list(), BTreeSet::new());
}

/// The kind of fault of https://github.com/wso2/api-manager/issues/4774.
#[test]
fn every_scope_is_asked_for_when_its_tools_are_called() {
    let home = Home::new();
    home.configure("[integrations]\ngithub = true\ngoogle_workspace = true\n");
    let narrow = Scope::ALL.iter().filter(|scope| **scope != Scope::Admin);
    let mut seen = 0;
    for scope in narrow.clone() {
        let others = narrow.clone().filter(|other| *other != scope).map(|other| other.wire());
        let caller: Vec<_> = ["internal"].into_iter().chain(others).collect();
        let mut lacking = Client::start(&home, &caller);
        let listed = lacking.list();
        for tool in of_scope(&home, *scope) {
            assert!(!listed.contains(&tool), "{tool}");
            let (code, text) = lacking.call(&tool).unwrap_err();
            let needs = format!("{tool} needs the scope {};", scope.wire());
            assert!(code == FORBIDDEN && text.starts_with(&needs), "{text}");
            seen += 1;
        }
    }
    assert!(seen >= 6, "{seen} tools were asked for");
}
