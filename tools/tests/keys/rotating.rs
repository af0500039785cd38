//! One key takes over from another.

use tollgate_tools::keys::admin::{self, NewKey};
use tollgate_tools::keys::{KeyError, KeysError};

use super::{DAY_MS, make, reader, rotate, show};
use crate::support::{Kit, on_both};

const HOUR_MS: i64 = 60 * 60 * 1_000;

on_both! {
    async fn the_new_key_has_the_rights_and_the_life_of_the_old_one(kit: Kit) {
        let old = make(kit, NewKey { days: 7, ..reader("acme") }).await;
        let new = rotate(kit, old.text.id(), 0).await.unwrap();
        assert_ne!(new.key.id, old.key.id);
        assert_eq!((&new.key.kind, &new.key.client), (&old.key.kind, &old.key.client));
        assert_eq!(new.key.scopes, old.key.scopes);
        assert_eq!(new.key.expires_at - new.key.created_at, 7 * DAY_MS);
        assert!(show(kit, new.text.reveal()).await.is_ok());
        let error = show(kit, old.text.reveal()).await.unwrap_err();
        assert!(matches!(error, KeyError::Revoked { .. }), "{error:?}");
        let listed = admin::list(&kit.store).await.unwrap();
        assert_eq!(listed[0].replaced_by.as_ref(), Some(&new.key.id));
    }

    async fn with_a_grace_both_let_in_until_it_ends(kit: Kit) {
        let old = make(kit, reader("acme")).await;
        let new = rotate(kit, old.text.id(), 2).await.unwrap();
        kit.clock.advance(2 * HOUR_MS - 1_000);
        assert!(show(kit, old.text.reveal()).await.is_ok());
        kit.clock.advance(1_000);
        let error = show(kit, old.text.reveal()).await.unwrap_err();
        assert!(matches!(error, KeyError::Expired { .. }), "{error:?}");
        assert!(show(kit, new.text.reveal()).await.is_ok());
    }

    async fn a_grace_makes_no_life_longer(kit: Kit) {
        let old = make(kit, NewKey { days: 1, ..reader("acme") }).await;
        rotate(kit, old.text.id(), 168).await.unwrap();
        assert_eq!(admin::list(&kit.store).await.unwrap()[0].expires_at, old.key.expires_at);
    }

    async fn a_key_has_one_successor(kit: Kit) {
        let old = make(kit, reader("acme")).await;
        let new = rotate(kit, old.text.id(), 1).await.unwrap();
        let error = rotate(kit, old.text.id(), 1).await.unwrap_err();
        assert!(matches!(&error, KeysError::Replaced { by, .. } if *by == new.key.id), "{error}");
        let (id, other) = (new.text.id(), kit.second_store());
        let (one, two) = tokio::join!(
            rotate(kit, id, 1),
            admin::rotate(&other, &*kit.clock, id, None, 1),
        );
        assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
        other.close().await;
        assert_eq!(admin::list(&kit.store).await.unwrap().len(), 3);
    }

    async fn what_cannot_be_rotated_stays_as_it_is(kit: Kit) {
        let old = make(kit, reader("acme")).await;
        let id = old.text.id();
        let days = |days| admin::rotate(&kit.store, &*kit.clock, id, Some(days), 0);
        assert!(matches!(days(366).await, Err(KeysError::Days { given: 366 })));
        assert!(matches!(rotate(kit, id, 169).await, Err(KeysError::GraceHours { given: 169 })));
        assert!(matches!(rotate(kit, "x", 0).await, Err(KeysError::UnknownKey { .. })));
        assert_eq!(admin::list(&kit.store).await.unwrap(), [old.key]);
        admin::revoke(&kit.store, &*kit.clock, id).await.unwrap();
        assert!(matches!(rotate(kit, id, 0).await, Err(KeysError::Revoked { .. })));
        assert_eq!(admin::list(&kit.store).await.unwrap().len(), 1);
    }

    async fn an_expired_key_can_be_rotated_by_who_keeps_the_house(kit: Kit) {
        let old = make(kit, reader("acme")).await;
        kit.clock.advance(31 * DAY_MS);
        let new = rotate(kit, old.text.id(), 0).await.unwrap();
        assert!(show(kit, new.text.reveal()).await.is_ok());
    }
}
