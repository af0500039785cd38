//! The command line, over the compiled program: what it says, and the code it ends with.

mod identity;
mod keys;
mod manual;
mod operator;
mod settings;
mod surface;
mod tools;

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;
use tollgate::settings::{AGENT_ID, AGENT_TOKEN, API_KEY, TASK_ID};

/// A home folder of its own for each test; it does not exist before something makes it.
struct Home {
    folder: TempDir,
}

/// How a command ended.
#[derive(Debug)]
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Home {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// A path beside the home.
    fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Puts a settings file into the home.
    fn with_settings(self, text: &str) -> Self {
        std::fs::create_dir(self.path()).unwrap();
        std::fs::write(self.path().join("config.toml"), text).unwrap();
        self
    }

    fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = program(env!("CARGO_BIN_EXE_tollgate"));
        command
            .args(arguments)
            .env("TOLLGATE_HOME", self.path())
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        for claim in [AGENT_ID, AGENT_TOKEN, API_KEY, TASK_ID] {
            command.env_remove(claim);
        }
        command
    }

    fn run(&self, arguments: &[impl AsRef<OsStr>]) -> Run {
        Run::of(self.command(arguments).output().unwrap())
    }

    /// Runs what must succeed without a complaint, and returns its answer.
    #[track_caller]
    fn answer(&self, arguments: &[impl AsRef<OsStr>]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        run.out
    }

    /// Runs what must be refused with this code, and returns the complaint.
    #[track_caller]
    fn complaint(&self, code: i32, arguments: &[impl AsRef<OsStr>]) -> String {
        let run = self.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{}", run.err);
        run.err
    }
}

impl Run {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "a test has no ports")]
fn program(name: &str) -> Command {
    Command::new(name)
}

#[test]
fn help_says_what_can_be_done() {
    insta::assert_snapshot!(Home::new().answer(&["--help"]));
}

#[test]
fn the_version_is_that_of_the_package() {
    let version = concat!("tollgate ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(Home::new().answer(&["--version"]), version);
}

#[test]
fn wrong_arguments_have_a_code_of_their_own() {
    let home = Home::new();
    assert!(home.complaint(64, &["tool"]).contains("tools"));
    assert!(home.complaint(64, &["surface", "diff"]).contains("<OLD>"));
    assert!(home.complaint(64, &[] as &[&str]).contains("Usage: tollgate"));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let home = Home::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = home.command(&["tools", "export"]).stdout(writer).output().unwrap();
    let run = Run::of(output);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let home = Home::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = home.command(&["tools", "export"]).stdout(full).output().unwrap();
    let run = Run::of(output);
    assert_eq!(run.code, 74);
    assert!(run.err.starts_with("tollgate: standard output cannot be written: "), "{}", run.err);
}

#[test]
fn looking_at_things_makes_no_home() {
    let home = Home::new();
    for arguments in
        [&["tools", "list"][..], &["tools", "export"], &["check"], &["completions", "bash"]]
    {
        home.answer(arguments);
    }
    assert!(!home.path().exists());
}
