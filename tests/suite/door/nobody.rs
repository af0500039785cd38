//! Whoever shows nothing: the operator where the settings say so and the client is on this machine.

use std::net::IpAddr;

use tollgate::call::Caller;

use super::Place;

const OPEN: &str = "[server]\nloopback_without_key = true\n";

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[tokio::test]
async fn nobody_is_let_in_who_shows_nothing() {
    let place = Place::with("");
    assert!(!place.door.lets_in_without_proof());
    for peer in ["127.0.0.1", "::1", "203.0.113.7"] {
        let told = place.door.admit(None, ip(peer)).await.unwrap_err();
        assert_eq!((told.status, told.challenge.as_deref()), (401, Some("Bearer")));
        assert!(told.text.contains("Authorization: Bearer"));
    }
    assert!(place.refusals().is_empty(), "that is how every client begins");
}

#[tokio::test]
async fn where_the_settings_say_so_whoever_is_on_this_machine_is_the_operator() {
    let place = Place::with(OPEN);
    assert!(place.door.lets_in_without_proof());
    for peer in ["127.0.0.1", "127.8.0.9", "::1", "::ffff:127.0.0.1"] {
        let credential = place.door.admit(None, ip(peer)).await.unwrap();
        assert_eq!(credential.caller(), &Caller::Operator, "{peer}");
    }
    for peer in
        ["203.0.113.7", "10.0.0.1", "192.168.0.1", "0.0.0.0", "::", "fe80::1", "::ffff:10.0.0.1"]
    {
        assert_eq!(place.door.admit(None, ip(peer)).await.unwrap_err().status, 401, "{peer}");
    }
}

#[tokio::test]
async fn whoever_shows_something_wrong_is_not_whoever_shows_nothing() {
    let place = Place::with(OPEN);
    for value in ["", " ", "Bearer", "Bearer ", "Bearer x", "Basic YTpi", "tollgate_key_x", "x"] {
        let told = place.door.admit(Some(value.as_bytes()), ip("127.0.0.1")).await.unwrap_err();
        assert_eq!(told.status, 401, "{value:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_nobody_can_read_let_nobody_in() {
    let place = Place::with(OPEN);
    assert!(place.door.admit(None, ip("::1")).await.is_ok());
    place.write("[server\n");
    let until = std::time::Instant::now() + super::SOON;
    while place.door.admit(None, ip("::1")).await.is_ok() {
        assert!(std::time::Instant::now() < until);
        tokio::task::yield_now().await;
    }
    assert_eq!(Place::with("[server\n").door.admit(None, ip("::1")).await.unwrap_err().status, 401);
}
