//! A client of the server with gated tools, and a home whose files it reads.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// Longer than any answer takes, on any machine.
const ANSWER_WITHIN: Duration = Duration::from_secs(20);

/// The settings of an installation.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Replaces `config.toml`, as an editor would.
    pub(crate) fn configure(&self, text: &str) {
        replace(&self.path().join("config.toml"), text);
    }

    /// Replaces the file of an agent.
    pub(crate) fn configure_agent(&self, id: &str, text: &str) {
        let folder = self.path().join("agents").join(id);
        std::fs::create_dir_all(&folder).unwrap();
        replace(&folder.join("agent.toml"), text);
    }
}

fn replace(path: &Path, text: &str) {
    let draft = path.with_extension("draft");
    std::fs::write(&draft, text).unwrap();
    std::fs::rename(draft, path).unwrap();
}

/// The names of all tools of the server.
pub(crate) fn names() -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_tollgate-gated")).args(["", "names"]).output();
    let names = String::from_utf8(output.unwrap().stdout).unwrap();
    names.lines().map(str::to_owned).collect()
}

/// One session.
pub(crate) struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Value>,
    last_id: u64,
}

impl Client {
    /// Starts a server for this caller, such as `["agent", "ada"]`.
    pub(crate) fn start(home: &Home, caller: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tollgate-gated"));
        command.arg(home.path()).args(caller).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if send.send(serde_json::from_str(&line).unwrap_or_default()).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines, last_id: 0 }
    }

    /// The answer to a request; what comes in between is given as well.
    #[track_caller]
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(self.input, "{request}").unwrap();
        loop {
            let message = self.lines.recv_timeout(ANSWER_WITHIN).unwrap();
            if message["id"] == id {
                return message;
            }
        }
    }

    /// The names that are listed.
    #[track_caller]
    pub(crate) fn list(&mut self) -> BTreeSet<String> {
        let answer = self.request("tools/list", &json!({}));
        let tools = answer["result"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }

    /// The text of an answer that ran, or else the code of the refusal (0 for a tool's own error).
    #[track_caller]
    pub(crate) fn call(&mut self, tool: &str) -> Result<String, (i64, String)> {
        let answer = self.request("tools/call", &json!({"name": tool, "arguments": {}}));
        if let Some(error) = answer.get("error") {
            let text = error["message"].as_str().unwrap_or_default().to_owned();
            return Err((error["code"].as_i64().unwrap_or_default(), text));
        }
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned();
        if answer["result"]["isError"] == true { Err((0, text)) } else { Ok(text) }
    }

    /// The next message that nobody asked for, within this time.
    pub(crate) fn told(&mut self, within: Duration) -> Option<Value> {
        self.lines.recv_timeout(within).ok()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
