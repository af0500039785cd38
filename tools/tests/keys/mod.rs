//! Keys: how the operator makes and ends them, and whom they let in.

mod making;
mod rotating;
mod verifying;

use tollgate_tools::call::Caller;
use tollgate_tools::keys::admin::{self, DAYS_DEFAULT, Made, NewKey};
use tollgate_tools::keys::{KeyError, KeyKind, KeysError, verify};

use crate::support::Kit;

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

fn new(kind: KeyKind, client: &str, scopes: &[&str]) -> NewKey {
    let scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
    NewKey { kind, client: client.to_owned(), scopes, days: DAYS_DEFAULT }
}

/// An external key of this client that may read the wiki.
fn reader(client: &str) -> NewKey {
    new(KeyKind::External, client, &["wiki:read"])
}

async fn make(kit: &Kit, new: NewKey) -> Made {
    admin::create(&kit.store, &*kit.clock, new).await.unwrap()
}

async fn refused(kit: &Kit, new: NewKey) -> KeysError {
    admin::create(&kit.store, &*kit.clock, new).await.unwrap_err()
}

async fn show(kit: &Kit, text: &str) -> Result<Caller, KeyError> {
    verify(&kit.store, &*kit.clock, text).await
}

async fn rotate(kit: &Kit, id: &str, grace_hours: u32) -> Result<Made, KeysError> {
    admin::rotate(&kit.store, &*kit.clock, id, None, grace_hours).await
}
