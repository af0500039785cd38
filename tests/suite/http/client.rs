//! A client that writes whatever bytes a test wants, and reads answers and events.
//!
//! Must not: know Tollgate; a library that knows HTTP too well could not send what is wrong.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::{Value, json};

/// How long an answer may take on a busy machine before it counts as missing.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);

/// One connection.
#[derive(Debug)]
pub(crate) struct Link {
    stream: BufReader<TcpStream>,
}

/// The head of an answer.
#[derive(Debug)]
pub(crate) struct Head {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
}

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) head: Head,
    pub(crate) body: Vec<u8>,
}

/// One event of a stream.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    pub(crate) id: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) data: Option<String>,
}

/// A request that a test puts together.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    start: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Request {
    /// A request of this method to this path, without a header.
    pub(crate) fn new(method: &str, path: &str) -> Self {
        let start = format!("{method} {path} HTTP/1.1");
        Self { start, headers: Vec::new(), body: Vec::new() }
    }

    /// `POST /mcp` with this text as JSON.
    pub(crate) fn post(body: impl ToString) -> Self {
        Self::new("POST", "/mcp").with("Content-Type", "application/json").text(body)
    }

    /// The same to another path.
    pub(crate) fn at(mut self, path: &str) -> Self {
        let method = self.start.split(' ').next().unwrap_or_default();
        self.start = format!("{method} {path} HTTP/1.1");
        self
    }

    /// With one more header.
    pub(crate) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.headers.push((name.to_owned(), value.to_string()));
        self
    }

    /// Without any header of this name.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self
    }

    /// With this body.
    pub(crate) fn text(mut self, body: impl ToString) -> Self {
        self.body = body.to_string().into_bytes();
        self
    }

    fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(other, _)| other.eq_ignore_ascii_case(name))
    }

    /// Its bytes, with the headers that every client sends unless it has its own.
    fn bytes(&self, address: SocketAddr) -> Vec<u8> {
        let mut text = format!("{}\r\n", self.start);
        let mut add = |name: &str, value: &str| text.push_str(&format!("{name}: {value}\r\n"));
        if !self.has("host") {
            add("Host", &address.to_string());
        }
        if !self.has("accept") {
            add("Accept", "application/json, text/event-stream");
        }
        if !self.has("content-length") && !self.has("transfer-encoding") {
            add("Content-Length", &self.body.len().to_string());
        }
        // A header with this name was taken out, and stays out.
        let given = self.headers.iter().filter(|(_, value)| value != "(none)");
        given.for_each(|(name, value)| add(name, value));
        text.push_str("\r\n");
        [text.as_bytes(), &self.body].concat()
    }
}

impl Link {
    pub(crate) fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_read_timeout(Some(ANSWER_WITHIN)).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("the server reads");
    }

    pub(crate) fn send(&mut self, request: &Request) {
        let address = self.stream.get_ref().peer_addr().unwrap();
        self.write(&request.bytes(address));
    }

    /// Sends, and reads the whole answer.
    #[track_caller]
    pub(crate) fn ask(&mut self, request: &Request) -> Answer {
        self.send(request);
        self.answer()
    }

    #[track_caller]
    pub(crate) fn answer(&mut self) -> Answer {
        let head = self.head();
        let body = match (head.get("transfer-encoding"), head.get("content-length")) {
            (Some(_), _) => self.chunks(),
            (None, Some(length)) => {
                let mut body = vec![0; length.parse().unwrap()];
                self.stream.read_exact(&mut body).unwrap();
                body
            }
            (None, None) => Vec::new(),
        };
        Answer { head, body }
    }

    /// The head of an answer; what follows is left for `event`.
    #[track_caller]
    pub(crate) fn head(&mut self) -> Head {
        let first = self.line().expect("the server answers");
        let status = first.split(' ').nth(1).unwrap_or_default();
        let status = status.parse().unwrap_or_else(|_| panic!("{first:?}"));
        let mut headers = Vec::new();
        while let Some(line) = self.line().filter(|line| !line.is_empty()) {
            let (name, value) = line.split_once(": ").expect("a header");
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        Head { status, headers }
    }

    /// The next event that says something; `None` at the end. Comments are passed over.
    pub(crate) fn event(&mut self) -> Option<Event> {
        let mut text = String::new();
        loop {
            while !text.ends_with("\n\n") {
                text.push_str(&String::from_utf8(self.chunk()?).unwrap());
            }
            let event = event(&text);
            if event != Event::default() {
                return Some(event);
            }
            text.clear();
        }
    }

    /// The next message of a stream.
    #[track_caller]
    pub(crate) fn message(&mut self) -> Value {
        loop {
            let event = self.event().expect("another message");
            if let Some(data) = event.data.filter(|data| !data.is_empty()) {
                return serde_json::from_str(&data).unwrap_or_else(|_| panic!("{data}"));
            }
        }
    }

    /// Whether the server has closed the connection, or does now.
    pub(crate) fn is_closed(&mut self) -> bool {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => true,
            Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.stream.read_line(&mut line).ok()?;
        (count > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned())
    }

    fn chunk(&mut self) -> Option<Vec<u8>> {
        let size = usize::from_str_radix(&self.line()?, 16).ok()?;
        let mut chunk = vec![0; size + 2];
        self.stream.read_exact(&mut chunk).ok()?;
        chunk.truncate(size);
        (size > 0).then_some(chunk)
    }

    fn chunks(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        while let Some(chunk) = self.chunk() {
            all.extend(chunk);
        }
        all
    }
}

impl Head {
    /// The value of a header that is there once at most.
    #[track_caller]
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(other, _)| other == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} is there twice: {self:?}");
        value
    }
}

impl Answer {
    pub(crate) const fn status(&self) -> u16 {
        self.head.status
    }

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("{self:?}: {}", String::from_utf8_lossy(&self.body)))
    }

    /// The status, and the code of the error.
    #[track_caller]
    pub(crate) fn refusal(&self) -> (u16, i64) {
        let body = self.json();
        (self.status(), body["error"]["code"].as_i64().unwrap_or_else(|| panic!("{body}")))
    }

    /// What a refusal says.
    #[track_caller]
    pub(crate) fn text(&self) -> String {
        let body = self.json();
        body["error"]["message"].as_str().unwrap_or_else(|| panic!("{body}")).to_owned()
    }
}

/// A request of a session.
pub(crate) fn legacy(id: impl Into<Value>, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": method, "params": params })
}

/// A request that claims the version without sessions, with the headers that belong to it.
pub(crate) fn modern(id: impl Into<Value>, method: &str, mut params: Value) -> Request {
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({});
    let name = params.get("name").and_then(Value::as_str).map(str::to_owned);
    let request = Request::post(legacy(id, method, params))
        .with("MCP-Protocol-Version", "2026-07-28")
        .with("Mcp-Method", method);
    match name {
        Some(name) => request.with("Mcp-Name", name),
        None => request,
    }
}

fn event(text: &str) -> Event {
    let mut event = Event::default();
    for line in text.lines() {
        let Some((field, value)) = line.split_once(':') else { continue };
        let slot = match field {
            "id" => &mut event.id,
            "event" => &mut event.name,
            "data" => &mut event.data,
            _ => continue,
        };
        *slot = Some(value.strip_prefix(' ').unwrap_or(value).to_owned());
    }
    event
}
