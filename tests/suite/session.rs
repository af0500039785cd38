//! The compiled server as a client sees it: a process, its pipes, and JSON lines.
//!
//! Must not: know a tool, or link a client library; real clients are driven by `clients`.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tollgate::settings::{AGENT_ID, AGENT_TOKEN, API_KEY, HOME, TASK_ID};

/// How long an answer may take on a busy machine before it counts as missing.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// A program with the environment of a user who has set nothing for Tollgate.
pub(crate) fn program(name: impl AsRef<OsStr>) -> Command {
    #[expect(clippy::disallowed_methods, reason = "a test starts programs as a user does")]
    let mut command = Command::new(name);
    for name in [AGENT_ID, AGENT_TOKEN, API_KEY, HOME, TASK_ID] {
        command.env_remove(name);
    }
    command
}

/// The folder into which `scripts/test` installs the clients.
#[track_caller]
pub(crate) fn clients() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/clients");
    let parts = ["python/bin/python", "node_modules/@modelcontextprotocol/sdk/package.json"];
    for part in parts {
        let file = folder.join(part);
        assert!(file.exists(), "{} is missing; run scripts/test, it installs it", file.display());
    }
    folder
}

/// An installation of its own: an empty `TOLLGATE_HOME`, gone with this value.
#[derive(Debug)]
pub(crate) struct Home {
    folder: TempDir,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The server's command line in this installation.
    pub(crate) fn tollgate(&self, arguments: &[&str]) -> Command {
        let mut command = program(env!("CARGO_BIN_EXE_tollgate"));
        command.args(arguments).env("TOLLGATE_HOME", self.path()).current_dir(self.path());
        command
    }

    /// Runs a command that must succeed, and returns what it printed.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        succeed(&mut self.tollgate(arguments))
    }
}

/// Runs a program that must succeed, and returns what it printed.
#[track_caller]
pub(crate) fn succeed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(status.success(), "{command:?}: {status}\n{stdout}\n{stderr}");
    stdout
}

/// One running server on its pipes.
#[derive(Debug)]
pub(crate) struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    last_id: u64,
}

impl Session {
    /// Starts `tollgate stdio` in this installation.
    pub(crate) fn start(home: &Home) -> Self {
        Self::run(home.tollgate(&["stdio"]))
    }

    /// Starts a server by this command.
    pub(crate) fn run(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let output = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines, last_id: 0 }
    }

    /// Starts a server and agrees on this protocol version with it.
    #[track_caller]
    pub(crate) fn open(home: &Home, version: &str) -> Self {
        let mut session = Self::start(home);
        let result = session.request("initialize", initialize(version));
        assert_eq!(result["result"]["protocolVersion"], version, "{result}");
        session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        session
    }

    /// Writes one message.
    pub(crate) fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{message}").and_then(|()| input.flush()).expect("the server reads");
    }

    /// The next message of the server.
    #[track_caller]
    pub(crate) fn receive(&mut self) -> Value {
        let line = self.lines.recv_timeout(ANSWER_WITHIN).expect("the server answers");
        serde_json::from_str(&line).unwrap_or_else(|fault| panic!("{fault}: {line}"))
    }

    /// The whole answer to one request; what comes in between is dropped.
    #[track_caller]
    pub(crate) fn request(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The answer to a call of one tool.
    #[track_caller]
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request("tools/call", json!({"name": tool, "arguments": arguments}))
    }

    /// Tells the server to end by a signal, and waits until it has gone as it does by itself.
    #[track_caller]
    pub(crate) fn end_by(mut self, signal: &str) {
        let id = self.child.id().to_string();
        succeed(program("kill").args(["-s", signal, &id]));
        let status = self.child.wait().expect("the server ends");
        assert!(status.success(), "{status}");
    }

    /// Ends the input and waits until the server has gone.
    #[track_caller]
    pub(crate) fn close(mut self) {
        drop(self.input.take());
        let status = self.child.wait().expect("the server ends");
        assert!(status.success(), "{status}");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // A test that failed leaves no process behind; one that ended well has none.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Parameters of `initialize` as a client without any capability sends them.
pub(crate) fn initialize(version: &str) -> Value {
    let client = json!({"name": "suite", "version": "1"});
    json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client})
}
