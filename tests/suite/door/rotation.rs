//! What changes while tokens are in use: keys, the issuer itself, the settings, the time.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tollgate::port::Clock as _;

use super::super::connection::{Client, SEEN_WITHIN};
use super::authority::{Authority, Signer};
use super::{Place, text};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

/// A tool of the house can be acquired, so that whoever is let in sees one.
const ACQUIRABLE: &str = "external = false\nacquirable_scopes = [\"admin\"]";

async fn place() -> (Authority, Place, Signer) {
    let authority = Authority::start().await;
    let signer = Signer::es256("one");
    authority.publish(&[&signer]);
    let place = Place::with(&authority.config(ACQUIRABLE));
    (authority, place, signer)
}

fn claims(authority: &Authority, place: &Place, lives_s: i64) -> Value {
    let now_ms = place.clock.now_ms();
    let mut claims = authority.claims(now_ms);
    claims["exp"] = (now_ms / 1_000 + lives_s).into();
    claims
}

fn session(place: &Place, credential: tollgate::gate::Credential) -> Client {
    let (server, client) = (Arc::clone(&place.server), tollgate::serve::Client::from(credential));
    std::thread::spawn(move || {
        let client = Client::of(&server, client);
        assert!(!client.list().is_empty());
        client
    })
    .join()
    .unwrap()
}

/// The session is told, and shown nothing any more.
fn is_closed(client: Client) {
    let told = client.1.recv_timeout(SEEN_WITHIN).unwrap();
    assert_eq!(told["method"], "notifications/tools/list_changed");
    let list = std::thread::spawn(move || client.list()).join().unwrap();
    assert_eq!(list, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_is_looked_for_at_most_once_a_minute() {
    let (authority, place, one) = place().await;
    let long = claims(&authority, &place, 3_600);
    place.show(&one.token(&long)).await.unwrap();
    let next = Signer::eddsa("next");
    authority.publish(&[&one, &next]);
    for at in 0..50 {
        let unknown = Signer::es256(&format!("unknown {at}"));
        let told = place.show(&unknown.token(&long)).await.unwrap_err();
        assert!(told.text.ends_with("a key that its issuer does not have (`kid`)"), "{told}");
    }
    assert!(place.show(&next.token(&long)).await.is_err(), "it was fetched a moment ago");
    assert_eq!(authority.asked(), 1);
    place.clock.by(MINUTE);
    place.show(&next.token(&long)).await.unwrap();
    place.show(&one.token(&long)).await.unwrap();
    assert_eq!(authority.asked(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_come_at_once_fetch_the_keys_once() {
    let (authority, place, one) = place().await;
    let place = Arc::new(place);
    let token = one.token(&claims(&authority, &place, 60));
    let all: Vec<_> = (0..200)
        .map(|_| {
            let (place, token) = (Arc::clone(&place), token.clone());
            tokio::spawn(async move { place.show(&token).await.is_ok() })
        })
        .collect();
    for one in all {
        assert!(one.await.unwrap());
    }
    assert_eq!(authority.asked(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_keeps_keys_from_being_fetched_by_hanging_up() {
    let (authority, place, one) = place().await;
    authority.is_slow(true);
    let token = one.token(&claims(&authority, &place, 300));
    let hung_up = tokio::time::timeout(Duration::from_millis(200), place.show(&token)).await;
    assert!(hung_up.is_err());
    authority.is_slow(false);
    place.show(&token).await.unwrap();
    assert_eq!(authority.asked(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_gone_is_seen_though_nobody_comes() {
    let (authority, place, one) = place().await;
    let token = one.token(&claims(&authority, &place, 24 * 3_600));
    let client = session(&place, place.show(&token).await.unwrap());
    let door = Arc::clone(&place.door);
    let running = tokio::spawn(async move { door.run().await });
    authority.publish(&[&Signer::es256("next")]);
    place.clock.by(10 * MINUTE);
    is_closed(client);
    running.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn other_settings_are_seen_though_nobody_comes() {
    let (authority, place, one) = place().await;
    let token = one.token(&claims(&authority, &place, 24 * 3_600));
    let client = session(&place, place.show(&token).await.unwrap());
    let door = Arc::clone(&place.door);
    let running = tokio::spawn(async move { door.run().await });
    place.write("");
    is_closed(client);
    running.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_key_signed_that_is_gone_lets_nobody_in_and_closes_its_sessions() {
    let (authority, place, one) = place().await;
    let long = claims(&authority, &place, 24 * 3_600);
    let token = one.token(&long);
    let client = session(&place, place.show(&token).await.unwrap());
    let next = Signer::es256("next");
    authority.publish(&[&next]);
    place.clock.by(MINUTE);
    let other = place.show(&next.token(&long)).await.unwrap();
    let staying = session(&place, other);
    is_closed(client);
    let told = place.told(&token, place.show(&token).await);
    assert!(told.text.contains("a key that its issuer does not have"), "{told}");
    assert!(staying.1.try_recv().is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn another_key_of_the_same_id_is_another_key() {
    let (authority, place, one) = place().await;
    let long = claims(&authority, &place, 24 * 3_600);
    let client = session(&place, place.show(&one.token(&long)).await.unwrap());
    let (forged, filler) = (Signer::es256("one"), Signer::es256("filler"));
    authority.publish(&[&forged, &filler]);
    place.clock.by(MINUTE);
    place.show(&filler.token(&long)).await.unwrap();
    is_closed(client);
    assert!(place.show(&one.token(&long)).await.is_err());
    place.show(&forged.token(&long)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_that_are_known_count_for_a_day_while_the_issuer_is_down_and_then_none_does() {
    let (authority, place, one) = place().await;
    let long = claims(&authority, &place, 48 * 3_600);
    place.show(&one.token(&long)).await.unwrap();
    authority.is_down(true);
    place.clock.by(23 * HOUR);
    place.show(&one.token(&long)).await.unwrap();
    place.clock.by(2 * HOUR);
    let told = place.show(&one.token(&long)).await.unwrap_err();
    assert_eq!((told.status, told.retry_after_s, told.challenge), (503, Some(2), None));
    authority.is_down(false);
    place.clock.by(MINUTE);
    place.show(&one.token(&long)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_issuer_that_comes_later_is_found_without_a_restart() {
    let (authority, place, one) = place().await;
    authority.is_down(true);
    let token = one.token(&claims(&authority, &place, 300));
    for _ in 0..20 {
        assert_eq!(place.show(&token).await.unwrap_err().status, 503);
    }
    authority.is_down(false);
    place.clock.by(5_000);
    place.show(&token).await.unwrap();
    assert_eq!(place.refusals(), [Value::Null; 0], "nobody did anything wrong");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_ends_in_its_millisecond_and_its_sessions_with_it() {
    let (authority, place, one) = place().await;
    let token = one.token(&claims(&authority, &place, 100));
    let client = session(&place, place.show(&token).await.unwrap());
    place.clock.by(131_000);
    let told = place.told(&token, place.show(&token).await);
    assert_eq!(told.text, "this token has expired (`exp`)");
    // Whoever watches is told at the next look; here another change has them look.
    place.write(&authority.config(&format!("{ACQUIRABLE}\n[surface]\nread_only = true")));
    is_closed(client);
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_trust_another_close_what_was_open_and_let_nobody_in() {
    let (authority, place, one) = place().await;
    let token = one.token(&claims(&authority, &place, 3_600));
    let client = session(&place, place.show(&token).await.unwrap());
    place.write(&authority.config("audience = [\"https://other.example/mcp\"]"));
    let told = place.until(&token, text).await;
    assert_eq!(told, "this token is for another server (`aud`)");
    is_closed(client);
    place.write("");
    place
        .until(&token, |answer| {
            text(answer).filter(|text| text == "this is neither a key nor a token")
        })
        .await;
    place.write(&authority.config(""));
    place.until(&token, |answer| answer.is_ok().then_some(())).await;
    // A file that nobody can read trusts nobody, which is no fault of the token.
    place.write("[oauth\n");
    let status = place.until(&token, |answer| Some(answer.as_ref().err()?.status)).await;
    assert_eq!(status, 503);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_settings_leave_whoever_is_in_alone() {
    let (authority, place, one) = place().await;
    let token = one.token(&claims(&authority, &place, 3_600));
    let credential = place.show(&token).await.unwrap();
    let client = session(&place, credential.clone());
    let others = format!("{ACQUIRABLE}\n[surface]\nexclude = [\"todo_*\"]");
    let config = authority.config(&others).replace("[server]", "[server]\nsessions_max = 77");
    place.write(&config);
    // From here on the new settings hold.
    assert!(client.1.recv_timeout(SEEN_WITHIN).is_ok());
    assert_eq!(place.show(&token).await.unwrap(), credential);
    let list = std::thread::spawn(move || client.list()).join().unwrap();
    assert!(!list.is_empty());
    assert_eq!(authority.asked(), 1, "the issuer is the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_can_stand_in_a_file_and_the_issuer_has_to_be_who_it_says() {
    let authority = Authority::start().await;
    let one = Signer::es256("one");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("keys.json");
    std::fs::write(&file, serde_json::json!({"keys": [one.jwk()]}).to_string()).unwrap();
    let place = Place::with(&authority.config(&format!("keys = \"{}\"", file.display())));
    let good = claims(&authority, &place, 300);
    place.show(&one.token(&good)).await.unwrap();
    assert_eq!(authority.asked(), 0);
    // Under another name for the same address the metadata are of somebody else.
    let port = authority.issuer().rsplit(':').next().unwrap().to_owned();
    let config = format!("[oauth]\nissuer = \"http://localhost:{port}\"\naudience = [\"x\"]\n");
    let place = Place::with(&config);
    assert_eq!(place.show(&one.token(&good)).await.unwrap_err().status, 503);
    assert_eq!(authority.asked(), 0);
}
