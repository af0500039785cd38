//! What the operator does with keys; no tool does it.

use super::error::KeysError;
use super::kind::KeyKind;
use super::model::{Key, KeyRow, rights_of, stored_scopes, words};
use super::text::KeyText;
use super::{rights, sql};
use crate::port::Clock;
use crate::store::{Entity, Query, Store, StoreError};

/// Characters of a client's id.
pub const CLIENT_CHARS_MAX: usize = 64;
/// Days that a key lives when nobody says how many.
pub const DAYS_DEFAULT: u32 = 30;
/// Days that a key lives at most.
pub const DAYS_MAX: u32 = 365;
/// Hours that a key lives on at most after it was replaced.
pub const GRACE_HOURS_MAX: u32 = 168;

const HOUR_MS: i64 = 60 * 60 * 1_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// What a new key is to be.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// Whom it stands for.
    pub kind: KeyKind,
    /// Whom it is given to; of an agent's key the agent's id.
    pub client: String,
    /// Its scopes, as words.
    pub scopes: Vec<String>,
    /// Days that it lives.
    pub days: u32,
}

/// A key that was just made: the only time that all of it is there.
#[derive(Debug)]
pub struct Made {
    /// All of it.
    pub text: KeyText,
    /// What stays known of it.
    pub key: Key,
}

/// Makes a key.
///
/// # Errors
/// When a part of what it is to be is wrong, or the store fails; nothing is made then.
pub async fn create(store: &Store, clock: &dyn Clock, new: NewKey) -> Result<Made, KeysError> {
    let NewKey { kind, client, scopes, days } = new;
    if !is_client(&client) {
        return Err(KeysError::Client { given: client });
    }
    let scopes = rights::asked(kind, &scopes)?;
    let lifetime_ms = lifetime_ms(days)?;
    let is_agent = Entity::Agent.workspace_of(store, &client).await?.is_some();
    match (kind, is_agent) {
        (KeyKind::Agent, false) => return Err(KeysError::UnknownAgent { id: client }),
        (KeyKind::Operator | KeyKind::Internal | KeyKind::External, true) => {
            return Err(KeysError::IsAgent { id: client, kind });
        }
        _ => {}
    }
    let text = KeyText::random().map_err(KeysError::NoRandom)?;
    let now_ms = clock.now_ms();
    let row = KeyRow {
        id: text.id().to_owned(),
        kind: kind.word().to_owned(),
        client,
        scopes: stored_scopes(scopes),
        created_at: now_ms,
        expires_at: now_ms + lifetime_ms,
        used_at: None,
        revoked_at: None,
        replaced_by: None,
    };
    add(store.query(&sql::ADD), &text, &row).await?;
    Ok(Made { text, key: row.into() })
}

/// Every key, oldest first, those that ended too.
///
/// # Errors
/// When the store fails.
pub async fn list(store: &Store) -> Result<Vec<Key>, StoreError> {
    let rows: Vec<KeyRow> = store.query(&sql::LIST).all().await?;
    Ok(rows.into_iter().map(Key::from).collect())
}

/// The key of this id.
///
/// # Errors
/// When the store fails.
pub async fn find(store: &Store, id: &str) -> Result<Option<Key>, StoreError> {
    let row: Option<KeyRow> = store.query(&sql::FIND).bind(id).first().await?;
    Ok(row.map(Key::from))
}

/// Ends a key at once. One that was ended before stays as it is.
///
/// # Errors
/// When no key has this id, or the store fails.
pub async fn revoke(store: &Store, clock: &dyn Clock, id: &str) -> Result<Key, KeysError> {
    store.query(&sql::REVOKE).bind(id).bind(clock.now_ms()).run().await?;
    find(store, id).await?.ok_or_else(|| unknown(id))
}

/// Makes a key with the rights of another, and ends the other one: at once, or after some hours.
/// Unless `days` are given it lives as long as the other was meant to.
///
/// # Errors
/// When there is no such key, it was revoked or replaced before, a number is out of its range, or
/// the store fails; nothing is changed then.
pub async fn rotate(
    store: &Store,
    clock: &dyn Clock,
    id: &str,
    days: Option<u32>,
    grace_hours: u32,
) -> Result<Made, KeysError> {
    if grace_hours > GRACE_HOURS_MAX {
        return Err(KeysError::GraceHours { given: grace_hours });
    }
    let given_ms = days.map(lifetime_ms).transpose()?;
    let text = KeyText::random().map_err(KeysError::NoRandom)?;
    let mut transaction = store.begin().await?;
    let old: Option<KeyRow> = transaction.query(&sql::FIND).bind(id).first().await?;
    let old = replaceable(old.ok_or_else(|| unknown(id))?)?;
    let now_ms = clock.now_ms();
    let (ends_at, revoked_at) = match grace_hours {
        0 => (i64::MAX, Some(now_ms)),
        hours => (now_ms + i64::from(hours) * HOUR_MS, None),
    };
    let replace = transaction.query(&sql::REPLACE).bind(id).bind(text.id());
    if replace.bind(ends_at).bind(revoked_at).run().await? == 0 {
        // Somebody else was faster; what they did is seen now.
        let now: Option<KeyRow> = transaction.query(&sql::FIND).bind(id).first().await?;
        replaceable(now.ok_or_else(|| unknown(id))?)?;
        return Err(unknown(id));
    }
    let row = KeyRow {
        id: text.id().to_owned(),
        created_at: now_ms,
        expires_at: now_ms + given_ms.unwrap_or(old.expires_at - old.created_at),
        used_at: None,
        ..old
    };
    add(transaction.query(&sql::ADD), &text, &row).await?;
    transaction.commit().await?;
    Ok(Made { text, key: row.into() })
}

async fn add(query: Query<'_>, text: &KeyText, row: &KeyRow) -> Result<(), StoreError> {
    let query = query.bind(&row.id).bind(text.hash()).bind(&row.kind).bind(&row.client);
    let query = query.bind(&row.scopes).bind(row.created_at).bind(row.expires_at);
    query.run().await.map(drop)
}

/// The key, if another one can take over its rights.
fn replaceable(row: KeyRow) -> Result<KeyRow, KeysError> {
    if let Some(by) = row.replaced_by {
        return Err(KeysError::Replaced { id: row.id, by });
    }
    if row.revoked_at.is_some() {
        return Err(KeysError::Revoked { id: row.id });
    }
    match words(&row.scopes).and_then(|scopes| rights_of(&row.kind, &scopes)) {
        Some(_) => Ok(row),
        None => Err(KeysError::Unreadable { id: row.id }),
    }
}

fn lifetime_ms(days: u32) -> Result<i64, KeysError> {
    match days {
        1..=DAYS_MAX => Ok(i64::from(days) * DAY_MS),
        _ => Err(KeysError::Days { given: days }),
    }
}

fn is_client(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=CLIENT_CHARS_MAX).contains(&text.len()) && text.bytes().all(is_part)
}

fn unknown(id: &str) -> KeysError {
    KeysError::UnknownKey { given: id.to_owned() }
}
