//! Other programs: what they see, what is kept of them, and that nothing of them stays.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tollgate::host::HostProcess;
use tollgate_tools::port::{Process as _, ProcessCommand, ProcessError, ProcessOutput};

fn shell(script: &str) -> ProcessCommand {
    ProcessCommand {
        program: "sh",
        args: vec!["-c".into(), script.into()],
        folder: None,
        env: Vec::new(),
        timeout_ms: 30_000,
        output_bytes_max: 1_000,
    }
}

async fn run(command: ProcessCommand) -> ProcessOutput {
    HostProcess::new().run(command).await.unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn both_outputs_and_the_exit_code_come_back() {
    let output = run(shell("echo out; echo err >&2; exit 3")).await;
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("out\n", "err\n"));
    assert_eq!((output.status, output.is_cut), (Some(3), false));
}

#[tokio::test]
async fn a_signal_is_no_exit_code() {
    assert_eq!(run(shell("kill -9 $$")).await.status, None);
}

#[tokio::test]
async fn a_program_that_is_not_there_cannot_be_started() {
    let command = ProcessCommand { program: "tollgate-no-such-program", ..shell("") };
    let error = HostProcess::new().run(command).await.unwrap_err();
    assert!(matches!(error, ProcessError::Start { .. }), "{error}");
}

#[tokio::test]
async fn the_environment_is_what_was_given_and_three_more() {
    let given = vec![("GIVEN".to_owned(), "yes".to_owned())];
    let output =
        run(ProcessCommand { program: "env", args: vec![], env: given, ..shell("") }).await;
    let mut names: Vec<_> =
        text(&output.stdout).lines().filter_map(|line| line.split_once('=')).collect();
    names.retain(|(name, _)| !["HOME", "LANG", "PATH"].contains(name));
    assert_eq!(names, [("GIVEN", "yes")]);
}

#[tokio::test]
async fn it_runs_in_its_folder_without_input() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().canonicalize().unwrap();
    let output = run(ProcessCommand { folder: Some(folder.clone()), ..shell("cat; pwd") }).await;
    assert_eq!(text(&output.stdout), format!("{}\n", folder.display()));
}

#[tokio::test]
async fn arguments_are_not_read_by_a_shell() {
    let args = vec!["$HOME; `id` \"x\"".into()];
    let output = run(ProcessCommand { program: "echo", args, ..shell("") }).await;
    assert_eq!(text(&output.stdout), "$HOME; `id` \"x\"\n");
}

#[tokio::test]
async fn output_is_kept_up_to_the_bound_and_read_to_its_end() {
    let fits = ProcessCommand { output_bytes_max: 4, ..shell("printf 1234") };
    let output = run(fits).await;
    assert_eq!((text(&output.stdout), output.is_cut), ("1234", false));
    let more =
        ProcessCommand { output_bytes_max: 4, ..shell("yes | head -c 1000000; echo end >&2") };
    let output = run(more).await;
    assert_eq!((text(&output.stdout), output.is_cut), ("y\ny\n", true));
    assert_eq!((text(&output.stderr), output.status), ("end\n", Some(0)));
}

#[tokio::test]
async fn what_it_leaves_running_is_stopped_and_not_waited_for() {
    let output = run(shell("sleep 600 & echo $!")).await;
    assert_eq!(output.status, Some(0));
    gone(text(&output.stdout).trim()).await;
}

#[tokio::test]
async fn too_much_time_stops_it_with_its_children() {
    let place = tempfile::tempdir().unwrap();
    let script = "sleep 600 & echo $! > child; echo $$ > parent; wait";
    let folder = Some(place.path().to_owned());
    let command = ProcessCommand { timeout_ms: 1_000, folder, ..shell(script) };
    let error = HostProcess::new().run(command).await.unwrap_err();
    assert!(matches!(error, ProcessError::TimedOut { timeout_ms: 1_000, .. }), "{error}");
    for file in ["child", "parent"] {
        gone(&written(&place.path().join(file)).await).await;
    }
}

#[tokio::test]
async fn a_program_that_ignores_the_request_to_end_is_ended() {
    let script = "trap '' TERM; while true; do sleep 600 & wait; done";
    let command = ProcessCommand { timeout_ms: 500, ..shell(&format!("echo $$ > me; {script}")) };
    let place = tempfile::tempdir().unwrap();
    let command = ProcessCommand { folder: Some(place.path().to_owned()), ..command };
    HostProcess::new().run(command).await.unwrap_err();
    gone(&written(&place.path().join("me")).await).await;
}

#[tokio::test]
async fn it_ends_when_nobody_waits_any_more() {
    let place = tempfile::tempdir().unwrap();
    let folder = Some(place.path().to_owned());
    let script = "trap 'echo tidied > tidied; exit' TERM; sleep 600 & echo $! > child; \
                  echo $$ > parent; wait";
    let command = ProcessCommand { folder, ..shell(script) };
    let call = tokio::spawn(async move { HostProcess::new().run(command).await });
    let parent = written(&place.path().join("parent")).await;
    call.abort();
    gone(&parent).await;
    gone(&written(&place.path().join("child")).await).await;
    assert!(place.path().join("tidied").exists(), "it was asked before it was made to");
}

/// What a program writes into a file, once it has.
async fn written(file: &Path) -> String {
    for _ in 0..1_000 {
        match std::fs::read_to_string(file) {
            Ok(text) if text.ends_with('\n') => return text.trim().to_owned(),
            _ => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    panic!("{} was not written", file.display());
}

/// Waits until no such process runs; one that ended and was not collected yet does not.
async fn gone(id: &str) {
    let stat = PathBuf::from(format!("/proc/{id}/stat"));
    for _ in 0..1_000 {
        match std::fs::read_to_string(&stat) {
            Ok(text) if !text.contains(") Z ") => {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            _ => return,
        }
    }
    panic!("process {id} still runs");
}
