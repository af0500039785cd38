//! API keys at the door: let in, known from then on, ended, and junk in great numbers.

use std::sync::Arc;

use serde_json::{Value, json};
use tollgate::call::Caller;
use tollgate::gate::Proof;
use tollgate::port::Clock as _;

use super::super::session::Home;
use super::{Place, text};

/// A new key: its text and its id.
fn key(home: &Home, arguments: &[&str]) -> (String, String) {
    let made = home.run(&[&["key", "create", "--json"], arguments].concat());
    let made: Value = serde_json::from_str(&made).unwrap();
    let part = |name: &str| made[name].as_str().unwrap().to_owned();
    (part("key"), part("id"))
}

fn used_at(place: &Place, id: &str) -> String {
    let list = place.home.run(&["key", "list", "--json"]);
    let list: Vec<Value> = serde_json::from_str(&list).unwrap();
    list.into_iter().find(|key| key["id"] == *id).unwrap()["used_at"].to_string()
}

/// Well-formed, with a right checksum, and known to nobody.
fn junk(at: usize) -> String {
    let text = format!("tollgate_key_{at:016x}_{at:064x}");
    format!("{text}{:08x}", crc32(text.as_bytes()))
}

fn crc32(bytes: &[u8]) -> u32 {
    let round = |crc: u32, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), round))
}

#[tokio::test(flavor = "multi_thread")]
async fn each_kind_of_key_is_its_caller() {
    let place = Place::with("");
    let (boss, id) = key(&place.home, &["boss", "--kind", "operator"]);
    let (acme, _) = key(&place.home, &["acme", "--kind", "external", "--scope", "wiki:read"]);
    let credential = place.show(&boss).await.unwrap();
    assert_eq!((credential.caller(), credential.proof()), (&Caller::Operator, &Proof::Key { id }));
    let credential = place.show(&acme).await.unwrap();
    assert!(matches!(credential.caller(), Caller::Key { is_external: true, .. }));
    assert_eq!(place.show(&acme).await.unwrap(), credential);
    assert_eq!(place.refusals(), [Value::Null; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_is_revoked_is_refused_within_a_second_or_so_and_no_other() {
    let place = Place::with("");
    let (first, id) = key(&place.home, &["boss", "--kind", "operator"]);
    let (second, _) = key(&place.home, &["boss", "--kind", "operator"]);
    place.show(&first).await.unwrap();
    place.show(&second).await.unwrap();
    place.home.run(&["key", "revoke", &id]);
    assert_eq!(place.until(&first, text).await, "this key is not known here");
    place.show(&second).await.unwrap();
    let told = place.told(&first, place.show(&first).await);
    assert_eq!(told.status, 401);
    let refusals = place.refusals();
    assert_eq!(refusals, [json!({"class": "key_revoked", "key_id": id})]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_ends_in_its_millisecond() {
    let place = Place::with("");
    let (text, id) = key(&place.home, &["boss", "--kind", "operator", "--days", "1"]);
    place.show(&text).await.unwrap();
    place.clock.by(24 * 60 * 60 * 1_000);
    let told = place.told(&text, place.show(&text).await);
    assert!(told.text.starts_with("this key expired at "), "{told}");
    assert_eq!(place.refusals(), [json!({"class": "key_expired", "key_id": id})]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_use_of_a_key_that_is_known_is_kept_to_the_minute() {
    let place = Place::with("");
    let (text, id) = key(&place.home, &["boss", "--kind", "operator"]);
    place.show(&text).await.unwrap();
    let first = used_at(&place, &id);
    place.clock.by(30_000);
    place.show(&text).await.unwrap();
    assert_eq!(used_at(&place, &id), first, "it was not asked for again");
    place.clock.by(60_000);
    place.show(&text).await.unwrap();
    assert_ne!(used_at(&place, &id), first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_fails_lets_nobody_in_who_is_not_known_and_blames_nobody() {
    let home = Home::new();
    std::fs::create_dir(home.path().join("tollgate.db")).unwrap();
    let place = Place::at(home);
    let told = place.show(&junk(7)).await.unwrap_err();
    assert_eq!((told.status, told.challenge, told.retry_after_s), (503, None, Some(2)));
    assert_eq!(place.refusals(), [Value::Null; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_junk_lets_nobody_in_fills_no_audit_and_keeps_nobody_out() {
    let place = Arc::new(Place::with(""));
    let (good, _) = key(&place.home, &["boss", "--kind", "operator"]);
    let flood: Vec<_> = (0..4)
        .map(|lane| {
            let place = Arc::clone(&place);
            tokio::spawn(async move {
                for at in 0..500 {
                    let token = junk(lane * 500 + at);
                    let told = place.show(&token).await.unwrap_err();
                    assert_eq!((told.status, &*told.text), (401, "this key is not known here"));
                    // Without a checksum nobody has to be asked.
                    let told = place.show(&token[..token.len() - 1]).await.unwrap_err();
                    assert_eq!(told.status, 401);
                }
            })
        })
        .collect();
    for _ in 0..50 {
        place.show(&good).await.unwrap();
    }
    for lane in flood {
        lane.await.unwrap();
    }
    let refusals = place.refusals();
    let of = |class: &str| refusals.iter().filter(|it| it["class"] == class).count();
    let counts = (of("key_unknown"), of("key_malformed"));
    assert!((1..=20).contains(&counts.0) && (1..=20).contains(&counts.1), "{counts:?}");
    place.clock.by(60_000);
    place.show(&junk(1_000_000)).await.unwrap_err();
    let last = place.refusals().pop().unwrap();
    assert_eq!(last["class"], "key_unknown");
    assert!(last["left_out"].as_u64().unwrap() > 1_900, "{last}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_show_one_key_at_once_are_all_let_in() {
    let place = Arc::new(Place::with(""));
    let (good, _) = key(&place.home, &["boss", "--kind", "operator"]);
    let all: Vec<_> = (0..300)
        .map(|_| {
            let (place, good) = (Arc::clone(&place), good.clone());
            tokio::spawn(async move { place.show(&good).await.map(drop) })
        })
        .collect();
    for one in all {
        one.await.unwrap().unwrap();
    }
    assert!(place.clock.now_ms() > 0);
}
