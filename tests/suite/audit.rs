//! The audit on the compiled server: a line for whatever happens to a call, and none is lost.

use std::thread;

use serde_json::{Value, json};

use super::session::{Home, Session};

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
    assert_eq!(lines(&home, &["--limit", "2"]).len(), 2);
    assert_eq!(lines(&home, &["--tool", "list_workspaces", "--caller", "operator"]).len(), 3);
    let none = home.tollgate(&["audit", "query", "--outcome", "internal"]).output().unwrap();
    assert_eq!((none.status.code(), none.stdout.len()), (Some(1), 0));
    let tail = home.run(&["audit", "tail", "-n", "1"]);
    assert_eq!(tail.lines().count(), 1, "{tail}");
    assert!(tail.contains("  operator  list_workspaces  ok  "), "{tail}");
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
fn a_full_disk_stops_changes_and_lets_reads_go_on() {
    let home = Home::new();
    let file = home.path().join("tool_calls.jsonl");
    // What is written there finds no room, as on a full disk.
    std::os::unix::fs::symlink("/dev/full", &file).unwrap();
    let workspace = home.run(&["workspace", "create", "office"]);
    let workspace = workspace.split_whitespace().find(|word| word.len() == 36).unwrap().to_owned();
    let mut session = Session::open(&home, "2025-11-25");
    session.call("no_such_tool", json!({}));
    let arguments = json!({"workspace_id": workspace, "space_id": "x", "todos": []});
    let refused = session.call("todo_write", arguments.clone());
    let text = refused["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("the audit cannot be written"), "{refused}");
    assert_eq!(session.call("list_workspaces", json!({}))["result"]["isError"], Value::Null);
    std::fs::remove_file(&file).unwrap();
    let mended = session.call("todo_write", arguments);
    assert!(!mended.to_string().contains("the audit cannot"), "{mended}");
    session.close();
    assert!(lines(&home, &["--tool", "list_workspaces"]).len() == 1);
}
