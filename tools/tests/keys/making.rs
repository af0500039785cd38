//! What a new key can be, and what is kept of it.

use tollgate_tools::keys::admin::{self, NewKey};
use tollgate_tools::keys::{KeyKind, KeyState, KeysError};
use tollgate_tools::store::Global;

use super::{DAY_MS, make, new, reader, refused};
use crate::support::{Kit, World, on_both};

const EVERYTHING: Global = Global::sql(
    "SELECT id || secret_hash || kind || client || scopes FROM api_keys ORDER BY created_at",
);

on_both! {
    async fn a_key_is_listed_without_what_would_open_something(kit: Kit) {
        let made = make(kit, reader("acme")).await;
        let listed = admin::list(&kit.store).await.unwrap();
        assert_eq!(listed, [made.key]);
        let key = &listed[0];
        assert_eq!(made.text.id(), key.id);
        assert_eq!((&*key.kind, &*key.client), ("external", "acme"));
        assert_eq!(key.scopes, ["wiki:read"]);
        assert_eq!(key.expires_at - key.created_at, 30 * DAY_MS);
        assert_eq!((key.used_at, key.revoked_at), (None, None));
        assert_eq!(key.state(key.created_at), KeyState::Live);
    }

    async fn the_store_keeps_a_hash_and_never_the_key(kit: Kit) {
        let made = make(kit, reader("acme")).await;
        let rows: Vec<(String,)> = kit.store.query(&EVERYTHING).all().await.unwrap();
        let kept = &rows[0].0;
        let secret = &made.text.reveal()[made.text.id().len() + "tollgate_key__".len()..];
        assert_eq!(secret.len(), 72);
        assert!(kept.contains(made.text.id()), "{kept}");
        for part in secret.as_bytes().chunks(16).filter(|part| part.len() == 16) {
            assert!(!kept.contains(std::str::from_utf8(part).unwrap()), "{kept}");
        }
    }

    async fn a_key_lives_for_1_to_365_days(kit: Kit) {
        for days in [1, 365] {
            let made = make(kit, NewKey { days, ..reader("acme") }).await;
            let lifetime_ms = made.key.expires_at - made.key.created_at;
            assert_eq!(lifetime_ms, i64::from(days) * DAY_MS);
        }
        for days in [0, 366] {
            let error = refused(kit, NewKey { days, ..reader("acme") }).await;
            assert!(matches!(error, KeysError::Days { given } if given == days), "{error}");
        }
    }

    async fn a_client_id_is_short_and_plain(kit: Kit) {
        make(kit, reader(&"x".repeat(64))).await;
        make(kit, reader("Billing_bot-2")).await;
        for client in ["", "a b", "a/b", "\u{e9}", "a\n", &"x".repeat(65)] {
            let error = refused(kit, reader(client)).await;
            assert!(matches!(error, KeysError::Client { .. }), "{client:?}: {error}");
        }
    }

    async fn a_wrong_scope_makes_no_key(kit: Kit) {
        for (kind, scope, words) in [
            (KeyKind::External, "wiki:reed", "did you mean `wiki:read`?"),
            (KeyKind::External, "admin", "not for external keys"),
            (KeyKind::Internal, "time:travel", "this key can have memory:read"),
        ] {
            let error = refused(kit, new(kind, "acme", &["wiki:read", scope])).await.to_string();
            assert!(error.contains(words), "{error}");
        }
        assert_eq!(admin::list(&kit.store).await.unwrap(), []);
    }

    async fn an_agents_key_needs_its_agent_and_an_agent_no_other_key(kit: Kit) {
        let [first, _] = World::two(kit).await;
        make(kit, new(KeyKind::Agent, &first.agent, &[])).await;
        let error = refused(kit, new(KeyKind::Agent, "nobody", &[])).await;
        assert!(matches!(error, KeysError::UnknownAgent { .. }), "{error}");
        for kind in [KeyKind::Operator, KeyKind::Internal, KeyKind::External] {
            let scopes: &[&str] = if kind == KeyKind::Operator { &[] } else { &["wiki:read"] };
            let error = refused(kit, new(kind, &first.agent, scopes)).await;
            assert!(matches!(error, KeysError::IsAgent { .. }), "{error}");
        }
    }
}
