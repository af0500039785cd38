//! Grants under running sessions: whom they reach, when they end, and what they do not open.

use std::time::{Duration, Instant};

use super::client::{Client, Home};
use super::live::{is_told, is_told_nothing};
use super::staff::{end_task, give, hire, ids, revoke};

/// A home in which both agents have one scoped tool.
fn home() -> Home {
    let home = Home::new();
    hire(&home);
    for id in ids() {
        home.configure_agent(id, "[capabilities]\nscoped_tools = [\"anything\"]\n");
    }
    home
}

#[test]
fn a_grant_opens_its_tool_to_its_agent_alone_and_its_end_hides_it() {
    let (home, [ada, bob]) = (home(), ids());
    let mut clients = [ada, ada, bob].map(|id| Client::start(&home, &["agent", id]));
    let mut operator = Client::start(&home, &["operator"]);
    operator.list();
    for client in &mut clients {
        assert!(!client.list().contains("anything"));
        let (code, text) = client.call("anything").unwrap_err();
        assert_eq!(code, -32003);
        assert!(text.contains("ask a person with capability_request"), "{text}");
    }
    let [ada_one, ada_two, bobs] = &mut clients;
    let ends: [fn(&Home, &str); 2] = [revoke, |home, _| end_task(home)];
    for end in ends {
        let grant = give(&home, ada, "anything", 0, 600);
        for client in [&mut *ada_one, &mut *ada_two] {
            is_told(client);
            assert!(client.list().contains("anything"));
            assert_eq!(client.call("anything").unwrap(), "anything ran");
        }
        end(&home, &grant);
        for client in [&mut *ada_one, &mut *ada_two] {
            is_told(client);
            assert!(!client.list().contains("anything"));
            assert!(client.call("anything").is_err());
        }
    }
    is_told_nothing(ada_one);
    for client in [bobs, &mut operator] {
        assert_eq!(client.told(Duration::ZERO), None);
    }
}

#[test]
fn whoever_is_told_of_a_grant_can_call_at_once_and_lists_it_from_the_start() {
    let (home, [ada, _]) = (home(), ids());
    let mut early = Client::start(&home, &["agent", ada]);
    early.list();
    give(&home, ada, "anything", 0, 600);
    // No waiting for the next look of the server.
    assert_eq!(early.call("anything").unwrap(), "anything ran");
    let mut late = Client::start(&home, &["agent", ada]);
    assert!(late.list().contains("anything"));
    is_told_nothing(&mut late);
}

#[test]
fn a_grant_ends_by_itself_when_it_says() {
    let (home, [ada, _]) = (home(), ids());
    // Longer if the machine was too slow to see the start of it.
    let (started, secs, mut client) = [4, 16, 64]
        .into_iter()
        .find_map(|secs| {
            let started = Instant::now();
            give(&home, ada, "anything", 0, secs);
            let mut client = Client::start(&home, &["agent", ada]);
            client.list().contains("anything").then_some((started, secs, client))
        })
        .unwrap();
    assert!(client.told(Duration::from_secs(90)).is_some());
    assert!(started.elapsed() >= Duration::from_secs(secs.into()));
    assert!(!client.list().contains("anything"));
    assert!(client.call("anything").is_err());
}

#[test]
fn a_grant_opens_nothing_that_another_gate_closes() {
    let (home, [ada, _]) = (home(), ids());
    let settings = "[capabilities]\nscoped_tools = [\"*\"]\ndenied_tools = [\"anything\"]\n";
    home.configure_agent(ada, settings);
    for tool in ["anything", "os_notify", "wipe"] {
        give(&home, ada, tool, 0, 600);
    }
    let mut client = Client::start(&home, &["agent", ada]);
    assert_eq!(client.list().into_iter().collect::<Vec<_>>(), ["wipe"]);
    assert!(client.call("anything").unwrap_err().1.contains("denied_tools"));
    assert!(client.call("os_notify").unwrap_err().1.contains("os_native"));
}

#[test]
fn a_tool_that_becomes_scoped_is_hidden_and_its_grant_counts() {
    let (home, [ada, _]) = (home(), ids());
    home.configure_agent(ada, "");
    give(&home, ada, "wipe", 0, 600);
    let mut client = Client::start(&home, &["agent", ada]);
    assert!(client.list().contains("anything"));
    home.configure_agent(ada, "[capabilities]\nscoped_tools = [\"anything\", \"wipe\"]\n");
    is_told(&mut client);
    let listed = client.list();
    assert!(!listed.contains("anything") && listed.contains("wipe"), "{listed:?}");
    is_told_nothing(&mut client);
}

#[test]
fn a_store_that_cannot_be_read_grants_nothing() {
    let (home, [ada, _]) = (home(), ids());
    give(&home, ada, "anything", 0, 600);
    std::fs::write(home.path().join("store.db"), "no database, whatever it is called").unwrap();
    let mut client = Client::start(&home, &["agent", ada]);
    assert!(!client.list().contains("anything"));
    assert!(client.call("anything").is_err());
    assert!(client.list().contains("wipe"), "what needs no grant stays");
}
