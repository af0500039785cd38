//! Whether a text is a key that lets in, and as whom.
//!
//! Must not: let in what it cannot read, or tell a stranger that a key once was one.

use super::error::KeyError;
use super::kind::KeyKind;
use super::model::{LockRow, has_ended, rights_of, words};
use super::sql;
use super::text::KeyText;
use crate::agents;
use crate::call::Caller;
use crate::port::Clock;
use crate::store::Store;

/// How exactly the last use is known; every use within it costs no write.
const USE_MS: i64 = 60_000;
/// Before its end, a key that is used says so in the log.
const WARNED_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// The caller that whoever shows this text is.
///
/// # Errors
/// When the text is no key, or one that lets nobody in any more; and when the store fails, since
/// nobody can say then that it does.
pub async fn verify(store: &Store, clock: &dyn Clock, text: &str) -> Result<Caller, KeyError> {
    let key = KeyText::read(text)?;
    let row: Option<LockRow> = store.query(&sql::LOCK).bind(key.id()).first().await?;
    let row = row.filter(|row| key.has_hash(&row.secret_hash)).ok_or(KeyError::Unknown)?;
    let id = key.id();
    if row.revoked_at.is_some() {
        return Err(KeyError::Revoked { id: id.to_owned() });
    }
    let now_ms = clock.now_ms();
    if has_ended(row.expires_at, now_ms) {
        return Err(KeyError::Expired { id: id.to_owned(), at: row.expires_at });
    }
    let caller = caller(store, id, &row).await?;
    remember(store, id, &row, now_ms).await;
    Ok(caller)
}

async fn caller(store: &Store, id: &str, row: &LockRow) -> Result<Caller, KeyError> {
    let rights = words(&row.scopes).and_then(|scopes| rights_of(&row.kind, &scopes));
    let (kind, scopes) = rights.ok_or_else(|| KeyError::Unreadable { id: id.to_owned() })?;
    let client = row.client.clone();
    match kind {
        KeyKind::Operator => Ok(Caller::Operator),
        KeyKind::Internal => Ok(Caller::Key { client, scopes, is_external: false }),
        KeyKind::External => Ok(Caller::Key { client, scopes, is_external: true }),
        KeyKind::Agent => agents::caller(store, &client)
            .await?
            .ok_or_else(|| KeyError::NoAgent { id: id.to_owned() }),
    }
}

/// Writes the use down, at most once a minute. That it cannot be written keeps nobody out: it
/// guards nothing.
async fn remember(store: &Store, id: &str, row: &LockRow, now_ms: i64) {
    let before = now_ms.saturating_sub(USE_MS);
    if row.used_at.is_some_and(|used_at| used_at > before) {
        return;
    }
    if row.expires_at.saturating_sub(now_ms) <= WARNED_MS {
        let hours = (row.expires_at - now_ms) / (60 * 60 * 1_000);
        tracing::warn!(key = id, hours, "a key ends soon; `tollgate key rotate` replaces it");
    }
    let used = store.query(&sql::USED).bind(id).bind(now_ms).bind(before).run().await;
    if let Err(error) = used {
        tracing::warn!(key = id, error = &error as &dyn std::error::Error, "a use is not kept");
    }
}
