//! Keys and tokens that end while a session of theirs goes on: the compiled server.

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};
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

/// Changes the store of a home behind the server's back.
fn sql(home: &Home, statement: &'static str) {
    let options = SqliteConnectOptions::new().filename(home.path().join("tollgate.db"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut connection = options.connect().await.unwrap();
        connection.execute(statement).await.unwrap();
        sqlx::Connection::close(connection).await.unwrap();
    });
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
fn what_ended_before_the_first_call_opens_nothing() {
    let home = Home::new();
    let (mut session, id) = with_key(&home, &["boss", "--kind", "operator"]);
    let answer = session.request("initialize", super::session::initialize("2025-11-25"));
    assert!(answer.get("result").is_some(), "{answer}");
    home.run(&["key", "revoke", &id]);
    // Two looks of the server later.
    std::thread::park_timeout(std::time::Duration::from_millis(2_500));
    let answer = session.call("list_workspaces", json!({}));
    assert_eq!(answer["error"]["code"], -32003, "{answer}");
    assert_eq!(tools(&mut session), 0);
    session.close();
}

#[test]
fn a_store_that_cannot_be_read_closes_the_sessions_of_keys() {
    let home = Home::new();
    let (mut session, _) = with_key(&home, &["boss", "--kind", "operator"]);
    let all = tools(&mut session);
    assert!(all > 0);
    sql(&home, "ALTER TABLE api_keys RENAME TO elsewhere");
    is_closed(&mut session, "list_workspaces", "its key cannot be read");
    sql(&home, "ALTER TABLE elsewhere RENAME TO api_keys");
    let told = session.receive();
    assert_eq!(told["method"], "notifications/tools/list_changed", "{told}");
    assert_eq!(tools(&mut session), all);
    session.close();
}

#[test]
fn a_key_of_the_home_that_is_gone_closes_the_sessions_of_its_tokens() {
    let home = Home::new();
    home.run(&["workspace", "create", "house"]);
    let agent = home.run(&["agent", "create", "--workspace", "house", "ada"]);
    let entry: Value = serde_json::from_str(&home.run(&["agent", "token", "ada"])).unwrap();
    let token = entry["mcpServers"]["tollgate"]["env"][AGENT_TOKEN].as_str().unwrap();
    let mut command = home.tollgate(&["stdio"]);
    command.env(AGENT_ID, agent.trim()).env(AGENT_TOKEN, token);
    let mut session = Session::run(command);
    assert!(tools(&mut session) > 0);
    std::fs::remove_file(home.path().join("identity.key")).unwrap();
    let why = "the home has another identity.key than signed its token";
    is_closed(&mut session, "list_workspaces", why);
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
    // Longer if the machine was too slow to see the start of it.
    let start = |secs: i64| {
        let expires_at = HostClock.now_ms() + secs * 1_000;
        let (agent_id, workspace_id) = (agent_id.clone(), workspace_id.clone());
        let identity = Identity { agent_id, workspace_id, task_id: None, expires_at };
        let token = IdentityKey::open_or_make(home.path()).unwrap().sign(&identity).unwrap();
        let mut command = home.tollgate(&["stdio"]);
        command.env(AGENT_ID, &identity.agent_id).env(AGENT_TOKEN, token);
        let mut session = Session::run(command);
        (tools(&mut session) > 0).then_some((session, expires_at))
    };
    let (mut session, expires_at) = [4, 16, 64].into_iter().find_map(start).unwrap();
    is_closed(&mut session, "list_workspaces", "its token has expired");
    assert!(HostClock.now_ms() >= expires_at);
    session.close();
}
