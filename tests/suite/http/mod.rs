//! `tollgate serve`: the delivered program over HTTP, byte by byte.
//!
//! Lives here: starting it at a free port, and opening sessions. What needs tools that wait or
//! report is tested where such tools are: in the fixture.

mod auth;
pub(crate) mod client;
mod ladder;
mod narrowing;
mod sessions;
mod stateless;

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::session::{Home, initialize, program, succeed};
use client::{Answer, Link, Request, legacy};

/// Lets this machine in as the operator.
const OPEN: &str = "[server]\nloopback_without_key = true\n";

/// How long a busy machine may take to see a change.
const SOON: Duration = Duration::from_secs(20);

/// A running server.
#[derive(Debug)]
struct Served {
    child: Child,
    address: SocketAddr,
    said: Receiver<String>,
    home: Home,
}

impl Served {
    /// A server of a home with these settings.
    #[track_caller]
    fn with(config: &str) -> Self {
        let home = Home::new();
        std::fs::write(home.path().join("config.toml"), config).unwrap();
        Self::at(home)
    }

    /// A server that lets this machine in.
    #[track_caller]
    fn open() -> Self {
        Self::with(OPEN)
    }

    #[track_caller]
    fn at(home: Home) -> Self {
        let mut command = home.tollgate(&["serve", "--listen", "127.0.0.1:0"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let errors = BufReader::new(child.stderr.take().expect("stderr is a pipe"));
        let (send, said) = channel();
        thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        let address = said.iter().find_map(|line| {
            let (_, url) = line.split_once("serving http://")?;
            Some(url.trim_end_matches("/mcp").parse().unwrap())
        });
        let address = address.expect("the server says where it serves");
        Self { child, address, said, home }
    }

    fn link(&self) -> Link {
        Link::open(self.address)
    }

    /// The answer to one request on a connection of its own.
    #[track_caller]
    fn ask(&self, request: &Request) -> Answer {
        self.link().ask(request)
    }

    /// Opens a session of this version, and returns its id.
    #[track_caller]
    fn session(&self, version: &str) -> String {
        self.session_by(version, Request::post(""))
    }

    /// Opens a session by a request with these headers.
    #[track_caller]
    fn session_by(&self, version: &str, request: Request) -> String {
        let answer = self.ask(&request.text(legacy(0, "initialize", initialize(version))));
        assert_eq!(answer.json()["result"]["protocolVersion"], version);
        answer.head.get("mcp-session-id").expect("a session").to_owned()
    }

    fn signal(&self, signal: &str) {
        succeed(program("kill").args(["-s", signal, &self.child.id().to_string()]));
    }

    /// Tells it to end, waits until it has, and returns what it wrote to standard error.
    #[track_caller]
    fn end(mut self) -> String {
        self.signal("TERM");
        let status = self.child.wait().expect("the server ends");
        assert!(status.success(), "{status}");
        self.said.iter().collect::<Vec<_>>().join("\n")
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // A test that failed leaves no process behind; one that ended well has none.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request of this session.
fn in_session(session: &str, method: &str, params: Value) -> Request {
    Request::post(legacy(1, method, params)).with("Mcp-Session-Id", session)
}

/// The names of the tools in an answer.
#[track_caller]
fn names(answer: &Answer) -> Vec<String> {
    let body = answer.json();
    let tools = body["result"]["tools"].as_array().unwrap_or_else(|| panic!("{body}"));
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

/// A notification that says nothing of interest.
fn notification() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
}
