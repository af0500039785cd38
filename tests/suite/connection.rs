//! Several callers of one server, without a process in between: each has its own list and hears
//! of its own changes alone.

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tollgate::audit::Audit;
use tollgate::call::Caller;
use tollgate::host::{self, Reach};
use tollgate::openings::FromSettings;
use tollgate::registry::REGISTRY;
use tollgate::serve::{self, Connection, Inbox, Server, Setup};
use tollgate::settings::Home;
use tollgate::settings::live::Live;
use tollgate::store::{Store, StoreUrl};

/// A change is seen within a second; the rest is for slow machines.
pub(super) const SEEN_WITHIN: Duration = Duration::from_secs(10);
const QUIET: Duration = Duration::from_millis(1_500);

struct Said(Sender<Value>);

impl Inbox for Said {
    fn take(&self, message: &[u8]) {
        self.0.send(serde_json::from_slice(message).unwrap_or_default()).ok();
    }
}

/// A session, and what it was told without asking.
pub(super) struct Client(Connection, pub(super) Receiver<Value>);

impl Client {
    pub(super) fn of(server: &Arc<Server>, client: impl Into<serve::Client>) -> Self {
        let (send, said) = channel();
        Self(Connection::open(server, client, Said(send)), said)
    }

    pub(super) fn request(&self, method: &str, params: &Value) -> Option<Value> {
        let request = json!({"jsonrpc": "2.0", "id": 7, "method": method, "params": params});
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let answer = runtime.block_on(self.0.send(request.to_string().as_bytes()))?;
        Some(serde_json::from_slice(&answer).unwrap())
    }

    pub(super) fn list(&self) -> Vec<String> {
        let answer = self.request("tools/list", &json!({})).unwrap();
        let tools = answer["result"]["tools"].as_array().unwrap();
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    }
}

fn agent(id: &str) -> Caller {
    Caller::Agent { id: id.to_owned(), workspace_id: "none".to_owned() }
}

pub(super) fn server(home: &Path) -> Arc<Server> {
    let ports = host::ports(Reach::Public, home);
    let store = StoreUrl::in_home(home).unwrap();
    let live = Live::open(Home::at(home.to_owned()));
    let clock = Arc::clone(&ports.clock);
    Arc::new(Server::new(Setup {
        name: "several",
        version: "0",
        instructions: None,
        registry: &REGISTRY,
        openings: Arc::new(FromSettings::new(live, clock, store.clone())),
        audit: Audit::in_home(home),
        store: Store::lazy(store),
        ports,
        home: Arc::from(home),
    }))
}

fn write(home: &Path, agent: &str, settings: &str) {
    let folder = home.join("agents").join(agent);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("draft"), settings).unwrap();
    std::fs::rename(folder.join("draft"), folder.join("agent.toml")).unwrap();
}

/// One cache for all users: <https://github.com/redhat-data-and-ai/template-agent/issues/230>
#[test]
fn what_one_caller_is_shown_tells_another_nothing() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), "ada", "[capabilities]\nallowed_tools = [\"list_*\"]\n");
    let server = server(home.path());
    let (ada, bob) = (Client::of(&server, agent("ada")), Client::of(&server, agent("bob")));
    let first = ada.list();
    let all = bob.list();
    assert!(first.len() < all.len() && first.iter().all(|tool| tool.starts_with("list_")));
    assert!(first.iter().all(|tool| all.contains(tool)));
    assert_eq!((ada.list(), bob.list()), (first, all));
    let answer = ada.request("tools/call", &json!({"name": "todo_read", "arguments": {}}));
    assert_eq!(answer.unwrap()["error"]["code"], -32003);
}

/// <https://github.com/mark3labs/mcp-go/issues/160>
#[test]
fn a_change_is_told_once_to_each_session_of_its_caller_and_to_nobody_else() {
    let home = tempfile::tempdir().unwrap();
    write(home.path(), "ada", "");
    let server = server(home.path());
    let [one, two, bob] = ["ada", "ada", "bob"].map(|id| Client::of(&server, agent(id)));
    let operator = Client::of(&server, Caller::Operator);
    let before = [&one, &two, &bob, &operator].map(Client::list);
    write(home.path(), "ada", "[capabilities]\ndenied_tools = [\"todo_read\"]\n");
    for client in [&one, &two] {
        let told = client.1.recv_timeout(SEEN_WITHIN).unwrap();
        assert_eq!(told["method"], "notifications/tools/list_changed");
        assert_eq!(client.list().len(), before[0].len() - 1);
    }
    assert!(one.1.recv_timeout(QUIET).is_err());
    for client in [&two, &bob, &operator] {
        assert!(client.1.try_recv().is_err());
    }
    assert_eq!([&bob, &operator].map(Client::list), before[2..]);
}

#[test]
fn what_asks_for_no_answer_gets_none() {
    let home = tempfile::tempdir().unwrap();
    let client = Client::of(&server(home.path()), Caller::Operator);
    let said = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert_eq!(runtime.block_on(client.0.send(said.as_bytes())), None);
    assert!(client.request("ping", &json!({})).is_some());
}
