//! The security audit on the compiled server: settings that break and mend, and who is turned away.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tollgate::settings::{AGENT_ID, AGENT_TOKEN, API_KEY};

use super::session::{Home, Session};

/// How long a busy machine may take to see a change.
const SOON: Duration = Duration::from_secs(20);

/// The events of a home, as JSON.
fn events(home: &Home) -> Vec<Value> {
    let output = home.tollgate(&["audit", "security", "--json"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The events, once there are so many.
#[track_caller]
fn await_events(home: &Home, count: usize) -> Vec<Value> {
    let until = Instant::now() + SOON;
    loop {
        let events = events(home);
        if events.len() >= count {
            assert_eq!(events.len(), count, "{events:?}");
            return events;
        }
        assert!(Instant::now() < until, "{events:?}");
        thread::yield_now();
    }
}

/// Puts a file in place as a whole.
fn put(file: &Path, text: &str) {
    let beside = file.with_extension("new");
    fs::write(&beside, text).unwrap();
    fs::rename(&beside, file).unwrap();
}

fn words(event: &Value) -> [&str; 3] {
    ["event_type", "severity", "agent_id"].map(|key| event[key].as_str().unwrap_or("-"))
}

#[test]
fn a_settings_file_that_breaks_and_mends_has_a_line_for_each() {
    let home = Home::new();
    let agent = home.path().join("agents/ada");
    fs::create_dir_all(&agent).unwrap();
    let (config, ada) = (home.path().join("config.toml"), agent.join("agent.toml"));
    let mut session = Session::open(&home, "2025-11-25");
    session.call("list_workspaces", json!({}));
    assert_eq!(events(&home), [Value::Null; 0]);

    put(&ada, "[fork]\nenabled = \"hunter2\"\n");
    let told = await_events(&home, 1);
    assert_eq!(words(&told[0]), ["settings_unusable", "critical", "ada"]);
    assert_eq!(told[0]["details"]["file"], "agents/ada/agent.toml");
    assert_eq!(told[0]["details"]["reason"], "2:11: a value that its key does not take");
    // Another mistake in it is no news; that it can be used again is.
    put(&ada, "[fork]\nenabled = 7\n");
    put(&config, "password = \"hunter2\n");
    let told = await_events(&home, 2);
    assert_eq!(words(&told[1]), ["settings_unusable", "critical", "-"]);
    assert_eq!(told[1]["details"]["file"], "config.toml");
    put(&ada, "[fork]\nenabled = true\n");
    let told = await_events(&home, 3);
    assert_eq!(words(&told[2]), ["settings_usable", "info", "ada"]);
    put(&config, "[surface]\ntools = [\"hunter2\"]\n");
    put(&ada, "[surface]\nexclude = [\"hunter2\"]\n");
    let told = await_events(&home, 4);
    assert_eq!(told[3]["details"]["reason"], "names what this build lacks: surface.exclude[0]");
    put(&config, "");
    fs::remove_file(&ada).unwrap();
    let told = await_events(&home, 6);
    session.close();
    let session = told[0]["session"].as_str().unwrap();
    assert!(told.iter().all(|event| event["session"] == session), "{told:?}");
    assert_eq!(home.run(&["audit", "query", "--session", session]).lines().count(), 1);
    let file = fs::read_to_string(home.path().join("security_audit.jsonl")).unwrap();
    assert!(!file.contains("hunter2") && !file.contains("password"), "{file}");
}

#[test]
fn a_start_with_settings_that_cannot_be_used_is_told() {
    let home = Home::new();
    fs::write(home.path().join("config.toml"), "[surfaces]\n").unwrap();
    let output = home.tollgate(&["stdio"]).output().unwrap();
    assert_eq!(output.status.code(), Some(78));
    let told = events(&home);
    assert_eq!(words(&told[0]), ["settings_unusable", "critical", "-"]);
    assert_eq!(told[0]["details"]["reason"], "1:2: unknown section");
    // Looking at a home is no start.
    home.tollgate(&["why", "operator", "todo_read"]).output().unwrap();
    home.tollgate(&["check"]).output().unwrap();
    assert_eq!(events(&home).len(), 1);
}

#[test]
fn whoever_does_not_prove_who_it_is_has_a_line_without_its_secret() {
    const SECRET: &str = "tollgate_key_0123456789abcdef_hunter2";
    let home = Home::new();
    for (env, class, agent) in [
        (&[(AGENT_ID, "ada")][..], "no_token", "ada"),
        (&[(AGENT_ID, "ada"), (AGENT_TOKEN, "hunter2")], "no_identity_key", "ada"),
        (&[(AGENT_TOKEN, "hunter2")], "token_alone", "-"),
        (&[(API_KEY, SECRET)], "key_malformed", "-"),
        (&[(AGENT_TOKEN, "hunter2"), (API_KEY, SECRET)], "two_proofs", "-"),
        (&[(AGENT_ID, "tollgate_key_0123456789abcdef")], "no_token", "-"),
        (&[(AGENT_ID, "hunter2 ")], "no_claim", "-"),
    ] {
        let output = home.tollgate(&["stdio"]).envs(env.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(78), "{class}");
        let told = events(&home);
        let last = told.last().unwrap();
        assert_eq!(words(last), ["identity_refused", "warning", agent], "{class}");
        assert_eq!(last["details"]["class"], class);
    }
    assert_eq!(events(&home).len(), 7);
    let file = fs::read_to_string(home.path().join("security_audit.jsonl")).unwrap();
    assert!(!file.contains("hunter2") && !file.contains("0123456789abcdef"), "{file}");
}

#[test]
fn events_are_found_by_what_they_are() {
    let home = Home::new();
    let none = home.tollgate(&["audit", "security"]).output().unwrap();
    assert_eq!((none.status.code(), none.stdout.len()), (Some(1), 0));
    for id in ["ada", "bob"] {
        home.tollgate(&["stdio", "--agent", id]).output().unwrap();
    }
    let count = |flags: &[&str]| {
        let output = home.tollgate(&[&["audit", "security"], flags].concat()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().count()
    };
    assert_eq!(count(&[]), 2);
    assert_eq!(count(&["-n", "1"]), 1);
    assert_eq!(count(&["--agent", "ada"]), 1);
    assert_eq!(count(&["--event", "identity_refused", "--severity", "warning"]), 2);
    assert_eq!(count(&["--severity", "critical"]), 0);
    assert_eq!(count(&["--until", "2020-01-01T00:00:00Z"]), 0);
    let line = home.run(&["audit", "security", "-n", "1"]);
    assert!(
        line.ends_with("  warning  identity_refused  bob  {\"class\":\"no_token\"}\n"),
        "{line}"
    );
}
