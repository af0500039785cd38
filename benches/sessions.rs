//! One change of settings under 10,000 sessions of 1,000 agents, of whom 10 see other tools after
//! it: who is told, how soon, and what a session costs while nothing happens.
//!
//! `cargo bench --bench sessions`. Who is told is asserted; times and sizes are printed, for
//! machines differ.

mod shelf;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use tollgate::audit::Audit;
use tollgate::call::Caller;
use tollgate::host::{self, Reach};
use tollgate::openings::FromSettings;
use tollgate::serve::{Connection, Inbox, Server, Setup};
use tollgate::settings::Home;
use tollgate::settings::live::Live;
use tollgate::store::{Store, StoreUrl};

const CALLERS: usize = 1_000;
const AFFECTED: usize = 10;
const SESSIONS_EACH: usize = 10;

/// Tools that agents are denied by their own file, all but the few whom the change concerns.
const DENIED: &str = "[capabilities]\ndenied_tools = [\"shelf_2*\"]\n";
/// The change: a narrowing of the home that leaves out what most are denied anyway.
const CHANGE: &str = "[surface]\nexclude = [\"shelf_2*\"]\n";

/// Longer than a change takes to be seen on any machine.
const SEEN_WITHIN: Duration = Duration::from_secs(30);
/// Long enough for somebody to be told who should not be.
const QUIET: Duration = Duration::from_secs(3);

/// What a session was told, by the number of its caller.
type Told = (usize, Instant, Vec<u8>);

struct Tells {
    caller: usize,
    told: Sender<Told>,
}

impl Inbox for Tells {
    fn take(&self, message: &[u8]) {
        self.told.send((self.caller, Instant::now(), message.to_vec())).ok();
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let home = folder.path();
    for at in 0..CALLERS {
        let agent = home.join("agents").join(id(at));
        std::fs::create_dir_all(&agent)?;
        let settings = if is_affected(at) { "" } else { DENIED };
        std::fs::write(agent.join("agent.toml"), settings)?;
    }
    let live = Live::open(Home::at(home.to_owned()));
    let server = Arc::new(server(home, live.clone())?);
    let (send, told) = channel();
    let before = resident_bytes()?;
    let started = Instant::now();
    let sessions = open(&server, &send)?;
    let opened = started.elapsed();
    let each = resident_bytes()?.saturating_sub(before) / sessions.len();
    let seen = follow(&live);
    let written = replace(&home.join("config.toml"), CHANGE)?;
    let seen = seen.recv_timeout(SEEN_WITHIN)?;
    let (first, last) = hear(&told)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} sessions of {CALLERS} callers, each with its list", sessions.len())?;
    writeln!(out, "opened and listed in {opened:?}; {each} bytes resident for each")?;
    let after = |told: Instant, moment| told.saturating_duration_since(moment);
    writeln!(
        out,
        "a change of {AFFECTED} callers was seen {:?} after it was written",
        seen - written
    )?;
    writeln!(
        out,
        "the last was told {:?} after that, {:?} after the first",
        after(last, seen),
        last - first
    )?;
    writeln!(out, "and {:?} after it was written", last - written)?;
    Ok(())
}

/// The last of every hundred, so that the last who is told stands behind everybody else.
const fn is_affected(at: usize) -> bool {
    const EVERY: usize = CALLERS / AFFECTED;
    at % EVERY == EVERY - 1
}

fn id(at: usize) -> String {
    format!("agent-{at:04}")
}

fn server(home: &Path, live: Live) -> Result<Server, Box<dyn Error>> {
    let ports = host::ports(Reach::Public, home);
    let store = StoreUrl::sqlite(&home.join("store.db"))?;
    let openings = FromSettings::new(live, Arc::clone(&ports.clock), store.clone());
    Ok(Server::new(Setup {
        name: "sessions",
        version: env!("CARGO_PKG_VERSION"),
        instructions: None,
        registry: &shelf::REGISTRY,
        openings: Arc::new(openings),
        audit: Audit::in_home(home),
        store: Store::lazy(store),
        ports,
        home: Arc::from(home),
    }))
}

/// Every session, after it has said hello and asked for its list.
fn open(server: &Arc<Server>, told: &Sender<Told>) -> Result<Vec<Connection>, Box<dyn Error>> {
    const HELLO: &[u8] = br#"{"jsonrpc":"2.0","id":1,"method":"initialize",
        "params":{"protocolVersion":"2025-11-25"}}"#;
    const LIST: &[u8] = br#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let mut sessions = Vec::with_capacity(CALLERS * SESSIONS_EACH);
    for at in 0..CALLERS * SESSIONS_EACH {
        let at = at % CALLERS;
        let caller = Caller::Agent { id: id(at), workspace_id: "house".to_owned() };
        let inbox = Tells { caller: at, told: told.clone() };
        let session = Connection::open(server, caller, inbox);
        for message in [HELLO, LIST] {
            let answer = runtime.block_on(session.send(message)).ok_or("an answer")?;
            assert!(answer.windows(9).any(|it| it == b"\"result\":"), "a result");
        }
        sessions.push(session);
    }
    Ok(sessions)
}

/// The moment at which other settings are there.
fn follow(live: &Live) -> Receiver<Instant> {
    let (send, seen) = channel();
    let mut changes = live.changes();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        if let Ok(runtime) = runtime
            && runtime.block_on(changes.changed()).is_ok()
        {
            send.send(Instant::now()).ok();
        }
    });
    seen
}

fn replace(path: &Path, text: &str) -> std::io::Result<Instant> {
    let draft = path.with_extension("draft");
    std::fs::write(&draft, text)?;
    let now = Instant::now();
    std::fs::rename(draft, path)?;
    Ok(now)
}

/// Hears every session of the affected callers once, and nobody else.
fn hear(told: &Receiver<Told>) -> Result<(Instant, Instant), Box<dyn Error>> {
    let mut times = BTreeMap::<usize, Vec<Instant>>::new();
    for _ in 0..AFFECTED * SESSIONS_EACH {
        let (caller, time, message) = told.recv_timeout(SEEN_WITHIN)?;
        assert!(message.windows(12).any(|it| it == b"list_changed"), "told of another list");
        times.entry(caller).or_default().push(time);
    }
    assert!(told.recv_timeout(QUIET).is_err(), "nobody else is told, and nobody twice");
    let counts: Vec<_> = times.iter().map(|(caller, times)| (*caller, times.len())).collect();
    let affected = (0..CALLERS).filter(|caller| is_affected(*caller));
    let expected: Vec<_> = affected.map(|caller| (caller, SESSIONS_EACH)).collect();
    assert_eq!(counts, expected);
    let times = || times.values().flatten().copied();
    Ok((times().min().ok_or("no time")?, times().max().ok_or("no time")?))
}

/// Bytes of memory that this process occupies.
fn resident_bytes() -> Result<usize, Box<dyn Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    let kib: usize = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kib * 1_024)
}
