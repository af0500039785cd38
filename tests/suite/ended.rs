//! Keys and tokens that end while a session of theirs goes on: the compiled server.

use serde_json::{Value, json};
use tollgate::host::HostClock;
use tollgate::identity::{Identity, IdentityKey};
use tollgate::port::Clock as _;
use tollgate::settings::{AGENT_ID, AGENT_TOKEN, API_KEY};

use super::session::{Home, Session};

/// A session with a key of this kind, and the key's id.
fn with_key(home: &Home, arguments: &[&str]) -> (Session, String) {
    let made = home.run(&[&["key", "create", "--json"], arguments].concat());
    let made: Value = serde_json::from_str(&made).unwrap();
    let mut command = home.tollgate(&["stdio"]);
    command.env(API_KEY, made["key"].as_str().unwrap());
    (Session::run(command), made["id"].as_str().unwrap().to_owned())
}

#[track_caller]
fn tools(session: &mut Session) -> usize {
    let answer = session.request("tools/list", json!({}));
    answer["result"]["tools"].as_array().unwrap().len()
}

/// Waits for the notification, and sees that nothing is left and a call says why.
#[track_caller]
fn is_closed(session: &mut Session, tool: &str, why: &str) {
    let told = session.receive();
    assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    assert_eq!(tools(session), 0);
    let answer = session.call(tool, json!({}));
    assert_eq!(answer["error"]["code"], -32003, "{answer}");
    let text = answer["error"]["message"].as_str().unwrap();
    assert_eq!(
        text,
        format!("{tool} is closed to this session: {why}; start it again with one that holds")
    );
}

#[test]
fn a_key_that_is_revoked_closes_its_sessions_and_no_others() {
    let home = Home::new();
    let (mut first, id) = with_key(&home, &["boss", "--kind", "operator"]);
    let (mut second, _) = with_key(&home, &["boss", "--kind", "operator"]);
    assert!(tools(&mut first) > 0);
    let all = tools(&mut second);
    home.run(&["key", "revoke", &id]);
    is_closed(&mut first, "list_workspaces", "its key was revoked");
    assert_eq!(tools(&mut second), all);
    let line = home.run(&["audit", "query", "--json", "--outcome", "refused"]);
    assert!(line.contains("\"credential_ended\""), "{line}");
    first.close();
    second.close();
}

#[test]
fn a_key_that_is_replaced_at_once_closes_its_sessions() {
    let home = Home::new();
    let (mut session, id) = with_key(&home, &["boss", "--kind", "operator"]);
    assert!(tools(&mut session) > 0);
    home.run(&["key", "rotate", &id]);
    is_closed(&mut session, "list_workspaces", "its key was revoked");
    session.close();
}

#[test]
fn a_token_closes_its_session_at_the_moment_it_ends() {
    let home = Home::new();
    home.run(&["workspace", "create", "house"]);
    let agent = home.run(&["agent", "create", "--workspace", "house", "ada"]);
    let agent_id = agent.trim().to_owned();
    let list = home.run(&["workspace", "list"]);
    let workspace_id = list.split_whitespace().next().unwrap().to_owned();
    let expires_at = HostClock.now_ms() + 8_000;
    let identity = Identity { agent_id: agent_id.clone(), workspace_id, task_id: None, expires_at };
    let token = IdentityKey::open_or_make(home.path()).unwrap().sign(&identity).unwrap();
    let mut command = home.tollgate(&["stdio"]);
    command.env(AGENT_ID, agent_id).env(AGENT_TOKEN, token);
    let mut session = Session::run(command);
    assert!(tools(&mut session) > 0);
    is_closed(&mut session, "list_workspaces", "its token has expired");
    assert!(HostClock.now_ms() >= expires_at);
    session.close();
}
