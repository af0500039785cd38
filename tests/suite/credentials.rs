//! Several credentials of one server at a time: what ends one ends no other, and however a
//! connection narrows what it sees, it is counted as who it is.

use serde_json::{Value, json};
use tollgate::call::Caller;
use tollgate::decl::{Scope, Scopes};
use tollgate::gate::{Catalog, Choice, Credential, Narrowing, Proof};
use tollgate::registry::REGISTRY;
use tollgate::serve;

use super::connection::{Client, SEEN_WITHIN, server};
use super::session::Home;

/// The credential that a new key of one program of the house proves.
fn key(home: &Home) -> Credential {
    let made =
        home.run(&["key", "create", "--json", "ci", "--kind", "internal", "--scope", "admin"]);
    let made: Value = serde_json::from_str(&made).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let scopes = Scopes::NONE.with(Scope::Admin);
    let caller = Caller::Key { client: "ci".to_owned(), scopes, is_external: false };
    Credential::new(caller, None, Proof::Key { id })
}

fn narrowed(credential: &Credential, exclude: &str) -> serve::Client {
    let choice = Choice { exclude: vec![exclude.to_owned()], ..Choice::default() };
    let narrowing = Narrowing::new(&Catalog::new(&REGISTRY), &choice).unwrap();
    serve::Client { credential: credential.clone(), narrowing: Some(narrowing) }
}

fn call(client: &Client) -> Value {
    client.request("tools/call", &json!({"name": "list_workspaces", "arguments": {}})).unwrap()
}

#[test]
fn the_end_of_one_key_is_no_end_of_another_of_the_same_caller() {
    let home = Home::new();
    let (first, second) = (key(&home), key(&home));
    let server = server(home.path());
    let clients = [&first, &first, &second].map(|it| Client::of(&server, it.clone()));
    let owner = Client::of(&server, Credential::from(first.caller().clone()));
    let all = owner.list();
    assert!(!all.is_empty() && clients.iter().all(|client| client.list() == all));
    let Proof::Key { id } = first.proof() else { panic!("no key") };
    home.run(&["key", "revoke", id]);
    for client in &clients[..2] {
        let told = client.1.recv_timeout(SEEN_WITHIN).unwrap();
        assert_eq!(told["method"], "notifications/tools/list_changed");
        assert_eq!(client.list(), [""; 0]);
        assert_eq!(call(client)["error"]["code"], -32003);
    }
    for client in [&clients[2], &owner] {
        assert!(client.1.try_recv().is_err());
        assert_eq!(client.list(), all);
        assert!(call(client).get("result").is_some());
    }
    // Whoever comes with it now is shown nothing either, and with the other one everything.
    assert_eq!(Client::of(&server, first).list(), [""; 0]);
    assert_eq!(Client::of(&server, second).list(), all);
}

#[test]
fn two_connections_of_one_key_see_what_each_chose() {
    let home = Home::new();
    let (key, server) = (key(&home), server(home.path()));
    let whole = Client::of(&server, key.clone());
    let other = Client::of(&server, narrowed(&key, "todo_*"));
    let all = whole.list();
    let less: Vec<_> = all.iter().filter(|it| !it.starts_with("todo_")).cloned().collect();
    assert!(less.len() < all.len());
    assert_eq!((other.list(), whole.list()), (less, all));
}

#[test]
fn a_change_reaches_every_view_of_a_credential() {
    let home = Home::new();
    let (key, server) = (key(&home), server(home.path()));
    let clients = [
        Client::of(&server, key.clone()),
        Client::of(&server, narrowed(&key, "todo_*")),
        Client::of(&server, narrowed(&key, "list_*")),
    ];
    let before = clients.each_ref().map(Client::list);
    std::fs::write(home.path().join("config.toml"), "[surface]\nexclude = [\"list_*\"]\n").unwrap();
    for client in &clients[..2] {
        let told = client.1.recv_timeout(SEEN_WITHIN).unwrap();
        assert_eq!(told["method"], "notifications/tools/list_changed");
    }
    assert!(clients[2].1.try_recv().is_err(), "it sees the same as before");
    let after = clients.each_ref().map(Client::list);
    assert!(after[0].len() < before[0].len() && after[1].len() < before[1].len());
    assert_eq!(after[2], before[2]);
}

#[test]
fn nobody_calls_more_often_by_narrowing_otherwise() {
    let home = Home::new();
    std::fs::write(home.path().join("config.toml"), "[rate]\nreads_per_minute = 3\n").unwrap();
    let (one, other) = (key(&home), key(&home));
    let server = server(home.path());
    let clients = [
        Client::of(&server, one.clone()),
        Client::of(&server, narrowed(&one, "todo_*")),
        Client::of(&server, narrowed(&one, "canvas_*")),
    ];
    for client in &clients {
        assert!(call(client).get("result").is_some());
    }
    let fresh = Client::of(&server, narrowed(&one, "get_*"));
    for client in clients.iter().chain([&fresh]) {
        assert_eq!(call(client)["error"]["code"], -32029);
    }
    // Another key is another caller's bucket, though the caller is the same.
    assert!(call(&Client::of(&server, other)).get("result").is_some());
}

#[test]
fn nobody_calls_more_often_by_coming_again() {
    let home = Home::new();
    std::fs::write(home.path().join("config.toml"), "[rate]\nreads_per_minute = 3\n").unwrap();
    let (key, server) = (key(&home), server(home.path()));
    for _ in 0..3 {
        assert!(call(&Client::of(&server, key.clone())).get("result").is_some());
    }
    assert_eq!(call(&Client::of(&server, key))["error"]["code"], -32029);
}
