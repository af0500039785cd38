//! The audit on the compiled server: a line for whatever happens to a call, and none is lost.

use std::thread;

use serde_json::{Value, json};

use super::session::{Home, Session, initialize, program};

/// The lines that a query finds, as JSON.
#[track_caller]
fn lines(home: &Home, arguments: &[&str]) -> Vec<Value> {
    let text = home.run(&[&["audit", "query", "--json"], arguments].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_way_a_call_can_end_has_its_line() {
    let home = Home::new();
    let mut session = Session::open(&home, "2025-11-25");
    session.call("list_workspaces", json!({}));
    session.call("list_workspaces", json!({"secret_word": "open sesame"}));
    session.call("no_such_tool", json!({}));
    let id = "00000000-0000-4000-8000-000000000000";
    session.call("list_spaces", json!({"workspace_id": id}));
    session.close();
    let ended: Vec<_> = lines(&home, &[])
        .iter()
        .map(|line| {
            [&line["tool"], &line["outcome"], &line["class"]].map(Value::to_string).join(" ")
        })
        .collect();
    assert_eq!(
        ended,
        [
            "\"list_workspaces\" \"ok\" null",
            "\"list_workspaces\" \"tool_error\" \"invalid_arguments\"",
            "\"no_such_tool\" \"refused\" \"unknown_tool\"",
            "\"list_spaces\" \"tool_error\" \"tool\"",
        ]
    );
    let file = std::fs::read_to_string(home.path().join("tool_calls.jsonl")).unwrap();
    assert!(!file.contains("sesame") && !file.contains("secret_word") && !file.contains(id));
}

#[test]
fn queries_say_what_they_leave_out() {
    let home = Home::new();
    let mut session = Session::open(&home, "2025-11-25");
    for _ in 0..3 {
        session.call("list_workspaces", json!({}));
    }
    session.close();
    let (all, newest) = (lines(&home, &[]), lines(&home, &["--limit", "2"]));
    assert_eq!(newest, all[1..]);
    let output = home.tollgate(&["audit", "query", "--limit", "2"]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(told, "the newest 2 are shown; --limit decides how many\n");
    let output = home.tollgate(&["audit", "query", "--limit", "3"]).output().unwrap();
    assert_eq!(output.stderr, b"", "all that there are were shown");
    for (limit, code) in [("100000", 0), ("100001", 64), ("0", 64)] {
        let output = home.tollgate(&["audit", "query", "--limit", limit]).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{limit}");
    }
    assert_eq!(lines(&home, &["--tool", "list_workspaces", "--caller", "operator"]).len(), 3);
    let none = home.tollgate(&["audit", "query", "--outcome", "internal"]).output().unwrap();
    assert_eq!((none.status.code(), none.stdout.len()), (Some(1), 0));
    let tail = home.run(&["audit", "tail", "-n", "1"]);
    assert_eq!(tail.lines().count(), 1, "{tail}");
    assert!(tail.contains("  operator  list_workspaces  ok  "), "{tail}");
}

#[test]
fn calls_of_one_session_are_found_among_those_of_others() {
    let home = Home::new();
    for tool in ["list_workspaces", "list_feeds"] {
        let mut session = Session::open(&home, "2025-11-25");
        session.call(tool, json!({}));
        session.call(tool, json!({}));
        session.close();
    }
    let all = lines(&home, &[]);
    let session = all[0]["session"].as_str().unwrap();
    let found = lines(&home, &["--session", session]);
    assert_eq!(found, all[..2]);
    assert_ne!(all[2]["session"], session);
}

#[test]
fn processes_that_write_at_once_lose_and_tear_no_line() {
    const PROCESSES: usize = 4;
    const CALLS: usize = 500;
    let home = Home::new();
    thread::scope(|scope| {
        for _ in 0..PROCESSES {
            scope.spawn(|| {
                let mut session = Session::open(&home, "2025-11-25");
                for _ in 0..CALLS {
                    session.call("no_such_tool", json!({}));
                }
                session.close();
            });
        }
    });
    assert_eq!(lines(&home, &[]).len(), PROCESSES * CALLS);
}

#[test]
fn a_process_that_is_told_to_end_leaves_the_line_of_every_read() {
    for signal in ["TERM", "INT"] {
        let home = Home::new();
        let mut session = Session::open(&home, "2025-11-25");
        for _ in 0..20 {
            session.call("list_workspaces", json!({}));
        }
        session.end_by(signal);
        assert_eq!(lines(&home, &["--tool", "list_workspaces"]).len(), 20, "{signal}");
    }
}

#[test]
fn a_process_that_is_killed_leaves_the_line_of_every_refusal_it_answered() {
    let home = Home::new();
    for round in 1..=20 {
        let mut session = Session::open(&home, "2025-11-25");
        for _ in 0..round {
            session.call("no_such_tool", json!({}));
        }
        // Dropping kills the process.
        drop(session);
    }
    assert_eq!(lines(&home, &[]).len(), (1..=20_usize).sum::<usize>());
}

#[test]
fn a_process_that_is_killed_leaves_the_line_of_every_change_it_answered() {
    const ROUNDS: usize = 10;
    let home = Home::new();
    let settings = "[rate]\nwrites_per_minute = 100000\n";
    std::fs::write(home.path().join("config.toml"), settings).unwrap();
    let workspace = home.run(&["workspace", "create", "office"]).trim().to_owned();
    let place = ["space", "create", "--workspace", "office", "lobby"];
    let space = home.run(&place).trim().to_owned();
    let todos = json!([{"content": "water the plants", "status": "pending"}]);
    let arguments = json!({"workspace_id": workspace, "space_id": space, "todos": todos});
    let mut answered = 0;
    for round in 1..=ROUNDS {
        let mut session = Session::open(&home, "2025-11-25");
        for _ in 0..round {
            let answer = session.call("todo_write", arguments.clone());
            assert_eq!(answer["result"]["isError"], Value::Null, "{answer}");
            answered += 1;
        }
        // One more is on its way while dropping kills the process; it may or may not have ended.
        let params = json!({"name": "todo_write", "arguments": arguments});
        session.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": params}));
        drop(session);
    }
    let written = lines(&home, &["--tool", "todo_write", "--outcome", "ok"]).len();
    assert!((answered..=answered + ROUNDS).contains(&written), "{written} of {answered}");
}

/// A workspace, and arguments of a change in it.
fn change(home: &Home) -> Value {
    let workspace = home.run(&["workspace", "create", "office"]);
    let workspace = workspace.split_whitespace().find(|word| word.len() == 36).unwrap();
    json!({"workspace_id": workspace, "space_id": "x", "todos": []})
}

#[track_caller]
fn is_stopped(session: &mut Session, arguments: &Value) {
    let refused = session.call("todo_write", arguments.clone());
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("the audit cannot be written"), "{refused}");
    assert_eq!(session.call("list_workspaces", json!({}))["result"]["isError"], Value::Null);
}

#[track_caller]
fn goes_on(session: &mut Session, arguments: &Value) {
    let mended = session.call("todo_write", arguments.clone());
    assert!(!mended.to_string().contains("the audit cannot"), "{mended}");
}

#[test]
fn the_very_first_change_waits_for_an_audit_that_can_be_written() {
    let home = Home::new();
    let arguments = change(&home);
    let file = home.path().join("tool_calls.jsonl");
    std::fs::create_dir(&file).unwrap();
    let mut session = Session::open(&home, "2025-11-25");
    is_stopped(&mut session, &arguments);
    std::fs::remove_dir(&file).unwrap();
    goes_on(&mut session, &arguments);
    session.close();
    let outcomes: Vec<_> = lines(&home, &[]).iter().map(|line| line["class"].clone()).collect();
    assert_eq!(outcomes, [json!("audit_unwritable"), Value::Null, json!("tool")]);
}

#[test]
fn a_line_for_which_the_disk_has_no_room_stops_changes_and_takes_no_other_with_it() {
    // What the shell counts in: a file ends inside of a line, as on a disk that is full.
    const BLOCK: u64 = 512;
    const BLOCKS: u64 = 8_192;
    const FREE: u64 = 700;
    let home = Home::new();
    let arguments = change(&home);
    let file = home.path().join("tool_calls.jsonl");
    let filler = std::fs::File::create(&file).unwrap();
    filler.set_len(BLOCK * BLOCKS - FREE).unwrap();
    let script = format!("trap '' XFSZ; ulimit -f {BLOCKS}; exec \"$0\" stdio");
    let mut command = program("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_tollgate")]);
    command.env("TOLLGATE_HOME", home.path()).current_dir(home.path());
    let mut session = Session::run(command);
    session.request("initialize", initialize("2025-11-25"));
    for _ in 0..3 {
        session.call("no_such_tool", json!({}));
    }
    is_stopped(&mut session, &arguments);
    filler.set_len(0).unwrap();
    goes_on(&mut session, &arguments);
    session.close();
    assert_eq!(lines(&home, &["--tool", "list_workspaces"]).len(), 1);
    assert_eq!(lines(&home, &["--tool", "todo_write"]).len(), 2);
}
