//! Who a process on stdio is: the operator, an agent with a token, or whom a key is for.

use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};
use tollgate::identity::{Identity, IdentityKey};
use tollgate::settings::{AGENT_ID, AGENT_TOKEN, API_KEY, TASK_ID};

use super::{Home, Run};

/// The environment of one process.
type Env<'a> = &'a [(&'a str, &'a str)];

/// A home with two agents in two workspaces, by their ids.
fn house() -> (Home, [String; 2]) {
    let home = Home::new();
    let agents = ["ada", "bob"].map(|name| {
        home.answer(&["workspace", "create", name]);
        home.answer(&["agent", "create", "--workspace", name, name]).trim().to_owned()
    });
    (home, agents)
}

/// The environment in the entry that `tollgate agent token` prints.
#[track_caller]
fn entry(home: &Home, arguments: &[&str]) -> Value {
    let text = home.answer(&[&["agent", "token"], arguments].concat());
    let entry: Value = serde_json::from_str(&text).unwrap();
    entry["mcpServers"]["tollgate"].clone()
}

#[track_caller]
fn token(home: &Home, arguments: &[&str]) -> String {
    entry(home, arguments)["env"][AGENT_TOKEN].as_str().unwrap().to_owned()
}

/// A key of this kind, whole.
#[track_caller]
fn key(home: &Home, arguments: &[&str]) -> String {
    let text = home.answer(&[&["key", "create", "--json"], arguments].concat());
    let made: Value = serde_json::from_str(&text).unwrap();
    made["key"].as_str().unwrap().to_owned()
}

fn start(home: &Home, arguments: &[&str], env: Env<'_>) -> Run {
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "list_workspaces", "arguments": {}}});
    let file = home.beside("call");
    std::fs::write(&file, format!("{call}\n")).unwrap();
    let mut command = home.command(&[&["stdio"], arguments].concat());
    let input = std::fs::File::open(file).unwrap();
    Run::of(command.envs(env.iter().copied()).stdin(input).output().unwrap())
}

/// Starts a process that must serve, and tells who the audit says has called.
#[track_caller]
fn caller(home: &Home, arguments: &[&str], env: Env<'_>) -> (String, Option<String>) {
    let run = start(home, arguments, env);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.contains("\"id\":1"), "{}", run.out);
    let lines = home.answer(&["audit", "query", "--json"]);
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    let text = |name: &str| last[name].as_str().map(str::to_owned);
    (text("caller").unwrap(), text("id"))
}

/// Starts a process that must not serve, and returns the complaint. No claim is repeated in it.
#[track_caller]
fn refusal(home: &Home, arguments: &[&str], env: Env<'_>) -> String {
    let run = start(home, arguments, env);
    assert_eq!((run.code, run.out.as_str()), (78, ""), "{}", run.err);
    let secrets = env.iter().filter(|(name, _)| [AGENT_TOKEN, API_KEY].contains(name));
    for (name, secret) in secrets.filter(|(_, value)| !value.is_empty()) {
        let end = &secret[secret.len() - secret.len().min(24)..];
        assert!(!run.err.contains(end), "{name} is in: {}", run.err);
    }
    // Whoever asks before the start is told the same.
    if arguments.is_empty() && !env.iter().any(|(name, _)| *name == API_KEY) {
        let run = Run::of(home.command(&["check"]).envs(env.iter().copied()).output().unwrap());
        assert_eq!(run.code, i32::from(!run.out.contains("\ncaller ")), "{}", run.out);
    }
    run.err
}

#[test]
fn without_a_claim_it_is_the_operator() {
    let (home, _) = house();
    assert_eq!(caller(&home, &[], &[]), ("operator".to_owned(), None));
    assert!(!home.path().join("identity.key").exists(), "nothing was signed");
}

#[test]
fn the_printed_entry_starts_a_server_as_the_agent() {
    let (home, [ada, _]) = house();
    let entry = entry(&home, &["ada"]);
    assert_eq!(entry["args"], json!(["stdio"]));
    assert!(std::path::Path::new(entry["command"].as_str().unwrap()).is_absolute());
    let env = entry["env"].as_object().unwrap();
    assert_eq!(env["TOLLGATE_HOME"], home.path().to_str().unwrap());
    assert_eq!(env[AGENT_ID], *ada);
    let env: Vec<_> = env.iter().map(|(name, value)| (&**name, value.as_str().unwrap())).collect();
    assert_eq!(caller(&home, &[], &env), ("agent".to_owned(), Some(ada)));
}

#[test]
fn an_argument_names_the_agent_as_well_and_counts_first() {
    let (home, [ada, bob]) = house();
    let token = token(&home, &[&ada]);
    let env = [(AGENT_TOKEN, &*token)];
    assert_eq!(caller(&home, &["--agent", &ada], &env).1, Some(ada.clone()));
    let env = [(AGENT_ID, &*bob), (AGENT_TOKEN, &*token)];
    assert_eq!(caller(&home, &["--agent", &ada], &env).1, Some(ada));
}

#[test]
fn an_agents_name_alone_is_no_identity() {
    let (home, [ada, _]) = house();
    for (arguments, env) in
        [(&[][..], &[(AGENT_ID, &*ada)][..]), (&["--agent", &ada], &[]), (&["--agent", "x"], &[])]
    {
        let text = refusal(&home, arguments, env);
        assert!(text.contains("an agent's id is no identity"), "{text}");
        assert!(text.contains("`tollgate agent token "), "{text}");
    }
}

#[test]
fn one_agent_cannot_start_a_server_as_another() {
    let (home, [ada, bob]) = house();
    let token = token(&home, &["ada"]);
    let text = refusal(&home, &[], &[(AGENT_ID, &bob), (AGENT_TOKEN, &token)]);
    assert!(text.contains(&format!("is the token of the agent `{ada}`, not of `{bob}`")), "{text}");
}

#[test]
fn a_token_of_another_home_is_refused() {
    let (home, [ada, _]) = house();
    let (other, _) = house();
    let key = IdentityKey::open_or_make(&other.path()).unwrap();
    let identity = Identity {
        agent_id: ada.clone(),
        workspace_id: "any".to_owned(),
        task_id: None,
        expires_at: i64::MAX,
    };
    let foreign = key.sign(&identity).unwrap();
    let env = [(AGENT_ID, &*ada), (AGENT_TOKEN, &*foreign)];
    let text = refusal(&home, &[], &env);
    assert!(text.contains("this home has no identity.key"), "{text}");
    token(&home, &["ada"]);
    let text = refusal(&home, &[], &env);
    assert!(text.contains("TOLLGATE_AGENT_TOKEN was not signed by this home"), "{text}");
    assert!(text.contains(&format!("`tollgate agent token {ada}` signs a new one")), "{text}");
}

#[test]
fn a_token_is_bound_to_time_workspace_and_task() {
    let (home, [ada, _]) = house();
    let text = home.answer(&["workspace", "list"]);
    let own = text.lines().find(|line| line.ends_with("  ada")).unwrap()[..36].to_owned();
    let key = IdentityKey::open_or_make(&home.path()).unwrap();
    let sign = |workspace_id: &str, task_id: Option<&str>, expires_at| {
        let (workspace_id, task_id) = (workspace_id.to_owned(), task_id.map(str::to_owned));
        key.sign(&Identity { agent_id: ada.clone(), workspace_id, task_id, expires_at }).unwrap()
    };
    let good = sign(&own, Some("7"), i64::MAX);
    for (token, task, words) in [
        (sign(&own, None, 1), None, "TOLLGATE_AGENT_TOKEN expired at 1970-01-01T00:00:00.001Z"),
        (sign("elsewhere", None, i64::MAX), None, "works in another workspace"),
        (sign(&own, None, i64::MAX), Some("7"), "is for no task, and TOLLGATE_TASK_ID is `7`"),
        (good.clone(), Some("8"), "is for the task `7`, and TOLLGATE_TASK_ID is `8`"),
    ] {
        let mut env = vec![(AGENT_ID, &*ada), (AGENT_TOKEN, &*token)];
        env.extend(task.map(|task| (TASK_ID, task)));
        let text = refusal(&home, &[], &env);
        assert!(text.contains(words), "{text}");
    }
    for task in [None, Some("7")] {
        let mut env = vec![(AGENT_ID, &*ada), (AGENT_TOKEN, &*good)];
        env.extend(task.map(|task| (TASK_ID, task)));
        assert_eq!(caller(&home, &[], &env).1.as_ref(), Some(&ada));
    }
}

#[test]
fn a_token_for_a_task_names_it_in_its_entry() {
    let (home, _) = house();
    assert_eq!(entry(&home, &["ada", "--task", "t-7"])["env"][TASK_ID], "t-7");
    assert_eq!(entry(&home, &["ada"])["env"].get(TASK_ID), None);
    for days in ["0", "366", "ten"] {
        home.complaint(64, &["agent", "token", "ada", "--days", days]);
    }
    home.complaint(64, &["agent", "token", "ada", "--task", "a b"]);
}

#[test]
fn an_identity_key_that_others_can_read_is_refused() {
    let (home, [ada, _]) = house();
    let token = token(&home, &["ada"]);
    let file = home.path().join("identity.key");
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let text = refusal(&home, &[], &[(AGENT_ID, &ada), (AGENT_TOKEN, &token)]);
    assert!(text.contains("identity.key") && text.contains("chmod 600"), "{text}");
    let text = home.complaint(1, &["agent", "token", "ada"]);
    assert!(text.contains("chmod 600"), "{text}");
}

#[test]
fn claims_that_say_nothing_or_too_much_do_not_start_as_the_operator() {
    let (home, [ada, _]) = house();
    let token = token(&home, &["ada"]);
    for variable in [AGENT_ID, AGENT_TOKEN, TASK_ID, API_KEY] {
        let text = refusal(&home, &[], &[(variable, "")]);
        assert!(text.starts_with(&format!("tollgate: {variable} is set but is no ")), "{text}");
    }
    let text = refusal(&home, &[], &[(AGENT_TOKEN, &token)]);
    assert!(text.contains("no agent is named"), "{text}");
    let key = key(&home, &["laptop", "--kind", "operator"]);
    let text = refusal(&home, &[], &[(AGENT_ID, &ada), (AGENT_TOKEN, &token), (API_KEY, &key)]);
    assert!(text.contains("only one can say who calls"), "{text}");
    home.complaint(64, &["stdio", "--agent", "a;b"]);
}

#[test]
fn a_key_decides_who_calls() {
    let (home, [ada, _]) = house();
    for (arguments, caller_is, id) in [
        (&["laptop", "--kind", "operator"][..], "operator", None),
        (&["ada", "--kind", "agent"], "agent", Some(&*ada)),
        (&["ci", "--kind", "internal", "--scope", "admin"], "key", Some("ci")),
        (&["acme", "--kind", "external", "--scope", "wiki:read"], "external_key", Some("acme")),
    ] {
        let key = key(&home, arguments);
        let (caller, found) = caller(&home, &[], &[(API_KEY, &key)]);
        assert_eq!((&*caller, found.as_deref()), (caller_is, id));
    }
}

#[test]
fn an_agents_key_proves_its_agent_and_no_other_key_does() {
    let (home, [ada, bob]) = house();
    let agents = key(&home, &["ada", "--kind", "agent"]);
    let env = [(AGENT_ID, &*ada), (API_KEY, &*agents)];
    assert_eq!(caller(&home, &[], &env).1.as_ref(), Some(&ada));
    let operators = key(&home, &["laptop", "--kind", "operator"]);
    for (id, key) in [(&bob, &agents), (&ada, &operators)] {
        let text = refusal(&home, &[], &[(AGENT_ID, id), (API_KEY, key)]);
        assert!(text.contains(&format!("is not the key of the agent `{id}`")), "{text}");
    }
}

#[test]
fn a_key_that_lets_nobody_in_starts_nothing_and_is_not_repeated() {
    let (home, _) = house();
    let good = key(&home, &["acme", "--kind", "external", "--scope", "wiki:read"]);
    let id = &good["tollgate_key_".len()..][..16];
    let last = if good.ends_with('0') { "1" } else { "0" };
    let mistyped = format!("{}{last}", &good[..good.len() - 1]);
    let text = refusal(&home, &[], &[(API_KEY, &mistyped)]);
    assert!(text.contains("its checksum is wrong"), "{text}");
    let text = refusal(&home, &[], &[(API_KEY, "hunter2")]);
    assert!(text.contains("TOLLGATE_API_KEY: this is no key"), "{text}");
    let (other, _) = house();
    let unknown = refusal(&other, &[], &[(API_KEY, &good)]);
    assert!(unknown.contains("this key is not known here"), "{unknown}");
    home.answer(&["key", "revoke", id]);
    let revoked = refusal(&home, &[], &[(API_KEY, &good)]);
    assert_eq!(revoked, unknown, "nobody is told that a key once was one");
}

#[test]
fn a_store_that_cannot_be_read_starts_nobody_who_needs_it() {
    let home = Home::new();
    let key = key(&home, &["laptop", "--kind", "operator"]);
    std::fs::write(home.path().join("tollgate.db"), "this is no database").unwrap();
    let run = start(&home, &[], &[(API_KEY, &key)]);
    assert_eq!((run.code, run.out.as_str()), (70, ""), "{}", run.err);
    assert!(run.err.starts_with("tollgate: the store "), "{}", run.err);
}
