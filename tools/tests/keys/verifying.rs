//! Whom a key lets in, whom it does not, and what that tells.

use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Scope, Scopes};
use tollgate_tools::keys::{KeyError, KeyKind, admin};
use tollgate_tools::store::Global;

use super::{DAY_MS, make, new, reader, show};
use crate::support::{Kit, World, on_both};

const SET_KIND: Global = Global::sql("UPDATE api_keys SET kind = $1");
const SET_SCOPES: Global = Global::sql("UPDATE api_keys SET scopes = $1");
const SET_CLIENT: Global = Global::sql("UPDATE api_keys SET client = $1");

async fn used_at(kit: &Kit) -> Option<i64> {
    admin::list(&kit.store).await.unwrap()[0].used_at
}

on_both! {
    async fn each_kind_of_key_is_a_caller_of_its_own(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let wiki = Scopes::NONE.with(Scope::WikiRead);
        let key = |client: &str, scopes, is_external| {
            Caller::Key { client: client.to_owned(), scopes, is_external }
        };
        for (new, caller) in [
            (new(KeyKind::Operator, "laptop", &[]), Caller::Operator),
            (new(KeyKind::Internal, "ci", &["admin"]),
                key("ci", Scopes::NONE.with(Scope::Admin), false)),
            (reader("acme"), key("acme", wiki, true)),
            (new(KeyKind::Agent, &first.agent, &[]),
                Caller::Agent { id: first.agent.clone(), workspace_id: first.id.clone() }),
        ] {
            let made = make(kit, new).await;
            assert_eq!(show(kit, made.text.reveal()).await.unwrap(), caller);
        }
    }

    async fn the_id_of_a_key_is_worth_nothing_without_its_secret(kit: Kit) {
        let made = make(kit, reader("acme")).await;
        let other = make(kit, reader("acme")).await;
        let id_chars = "tollgate_key_".len() + made.text.id().len();
        let mixed = format!("{}{}", &made.text.reveal()[..id_chars],
            &other.text.reveal()[id_chars..102 - 8]);
        let mixed = format!("{mixed}{:08x}", crc32(mixed.as_bytes()));
        assert!(matches!(show(kit, &mixed).await, Err(KeyError::Unknown)));
    }

    async fn a_key_of_another_home_is_unknown(kit: Kit) {
        let other = Kit::sqlite();
        let foreign = make(&other, reader("acme")).await;
        let error = show(kit, foreign.text.reveal()).await.unwrap_err();
        assert_eq!((error.cause(), error.id()), ("unknown", None));
    }

    async fn a_revoked_key_looks_like_an_unknown_one(kit: Kit) {
        let made = make(kit, reader("acme")).await;
        let id = made.text.id();
        let ended = admin::revoke(&kit.store, &*kit.clock, id).await.unwrap();
        let error = show(kit, made.text.reveal()).await.unwrap_err();
        assert_eq!(error.to_string(), KeyError::Unknown.to_string());
        assert_eq!((error.cause(), error.id()), ("revoked", Some(id)));
        let again = admin::revoke(&kit.store, &*kit.clock, id).await.unwrap();
        assert_eq!(again, ended, "the first end is the one that counts");
        let error = admin::revoke(&kit.store, &*kit.clock, "nothing").await.unwrap_err();
        assert!(error.to_string().starts_with("no key has the id `nothing`"), "{error}");
    }

    async fn a_key_ends_at_its_last_moment_and_not_before(kit: Kit) {
        let made = make(kit, reader("acme")).await;
        // The clock moves on by a millisecond whenever somebody looks.
        kit.clock.advance(30 * DAY_MS - 2);
        assert!(show(kit, made.text.reveal()).await.is_ok());
        let error = show(kit, made.text.reveal()).await.unwrap_err();
        assert!(matches!(error, KeyError::Expired { at, .. } if at == made.key.expires_at));
        assert_eq!(error.to_string(), "this key expired at 2026-12-30T19:34:56Z");
    }

    async fn a_key_with_rights_of_another_build_opens_nothing(kit: Kit) {
        let made = make(kit, reader("acme")).await;
        for (statement, value) in [
            (&SET_SCOPES, "[\"wiki:read\",\"time:travel\"]"),
            (&SET_SCOPES, "[\"wiki:read\",\"admin\"]"),
            (&SET_SCOPES, "[]"),
            (&SET_SCOPES, "wiki:read"),
            (&SET_KIND, "guest"),
            // An external key does not become the operator's by its kind alone.
            (&SET_KIND, "operator"),
        ] {
            kit.store.query(statement).bind(value).run().await.unwrap();
            let result = show(kit, made.text.reveal()).await;
            assert!(matches!(result, Err(KeyError::Unreadable { .. })), "{value}: {result:?}");
            kit.store.query(&SET_SCOPES).bind("[\"wiki:read\"]").run().await.unwrap();
        }
        kit.store.query(&SET_KIND).bind("external").run().await.unwrap();
        assert!(show(kit, made.text.reveal()).await.is_ok());
    }

    async fn the_key_of_an_agent_that_is_gone_opens_nothing(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let made = make(kit, new(KeyKind::Agent, &first.agent, &[])).await;
        kit.store.query(&SET_CLIENT).bind("gone").run().await.unwrap();
        let result = show(kit, made.text.reveal()).await;
        assert!(matches!(result, Err(KeyError::NoAgent { .. })), "{result:?}");
    }

    async fn the_last_use_is_kept_once_a_minute(kit: Kit) {
        let made = make(kit, reader("acme")).await;
        show(kit, made.text.reveal()).await.unwrap();
        let first = used_at(kit).await.unwrap();
        kit.clock.advance(59_000);
        show(kit, made.text.reveal()).await.unwrap();
        assert_eq!(used_at(kit).await, Some(first));
        kit.clock.advance(1_000);
        show(kit, made.text.reveal()).await.unwrap();
        let second = used_at(kit).await.unwrap();
        assert!((60_000..61_000).contains(&(second - first)), "{}", second - first);
    }

    async fn a_refused_key_was_not_used(kit: Kit) {
        let made = make(kit, reader("acme")).await;
        admin::revoke(&kit.store, &*kit.clock, made.text.id()).await.unwrap();
        show(kit, made.text.reveal()).await.unwrap_err();
        assert_eq!(used_at(kit).await, None);
    }
}

#[tokio::test]
async fn what_is_no_key_is_refused_before_the_store_is_asked() {
    let kit = Kit::sqlite();
    let longer = format!("tollgate_key_{}", "0".repeat(90));
    for text in ["", "hunter2", &longer] {
        let error = show(&kit, text).await.unwrap_err();
        assert_eq!(error.cause(), "malformed");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
    assert!(!kit.store.url().file().unwrap().exists());
}

#[tokio::test]
async fn a_store_that_cannot_be_read_lets_nobody_in() {
    let kit = Kit::sqlite();
    let made = make(&kit, reader("acme")).await;
    kit.store.close().await;
    let error = show(&kit, made.text.reveal()).await.unwrap_err();
    assert_eq!(error.cause(), "store");
}

/// CRC-32 as every textbook has it, so that the test knows the format without the code.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}
