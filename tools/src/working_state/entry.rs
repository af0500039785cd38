//! `working_state_set` and `working_state_clear`: values under keys.

use super::model::EntryRecord;
use super::write::Write;
use super::{
    KEYS_MAX, REASON_CHARS_MAX, VALUE_CHARS_MAX, WorkingStateError, key as keys, sql, text,
};
use crate::call::Call;
use crate::near::near;
use crate::store::ActingAgent;
use crate::{Reply, tool};

const MS_PER_HOUR: f64 = 3_600_000.0;

/// A value that was set.
#[derive(Debug, Reply)]
pub struct EntrySet {
    /// Always true: what is refused is an error and changes nothing.
    pub ok: bool,
    /// The version of the state that this write made.
    pub version: i64,
    /// The value that it replaced; absent when the key had none.
    pub superseded: Option<String>,
    /// Whether the value or the reason was longer than allowed, and cut.
    pub truncated: bool,
}

/// A value that was retired.
#[derive(Debug, Reply)]
pub struct EntryCleared {
    /// Always true: what is refused is an error and changes nothing.
    pub ok: bool,
    /// The version of the state that this write made.
    pub version: i64,
    /// The value that the key had.
    pub retired_value: String,
    /// Whether the reason was longer than allowed, and cut.
    pub truncated: bool,
}

/// Set one key of your own state, which outlives this run.
///
/// A key is `^[a-z0-9][a-z0-9._-]{0,63}$`; what it had before stays in the history. A value is one
/// line of at most 400 characters, a reason has at most 200; what is longer is cut between two
/// characters and the answer says `truncated`. There are at most 32 keys; replacing the value of a
/// key that is set is always possible, and takes its expiry along with it.
///
/// With `expected_value` nothing is set unless the key has this value now; the error tells the
/// value that it has. An empty `expected_value` expects that the key is not set. A value that was
/// cut is expected by its whole text as well, for that is cut in the same way.
///
/// An expired value is not removed: working_state_get flags it, and whoever reads it decides.
/// `ttl_hours` is more than 0.
#[tool(does = write, scope = MemoryWrite, audience = process_agent)]
pub async fn working_state_set(
    call: &Call,
    /// Lower-case letters, digits, `.`, `_`, `-`.
    #[param(len = ..=64)]
    key: String,
    /// One line; cut after 400 characters.
    #[param(len = ..=20_000)]
    value: String,
    /// Why; cut after 200 characters.
    #[param(len = ..=20_000)]
    reason: String,
    /// Hours until it counts as expired.
    #[param(range = 0.0..=720.0)]
    ttl_hours: Option<f64>,
    /// Set only if this is the value now; empty for none.
    #[param(len = ..=20_000)]
    expected_value: Option<String>,
) -> Result<EntrySet, WorkingStateError> {
    let agent = ActingAgent::of(call).await?;
    let key = keys::checked(&key)?;
    let (mut value, mut reason) = (value, reason);
    text::not_blank("value", &value)?;
    text::one_line("value", &value)?;
    text::not_blank("reason", &reason)?;
    let ttl_ms = ttl_hours.map(ttl_ms).transpose()?;
    let is_value_cut = text::cut(&mut value, VALUE_CHARS_MAX);
    let is_reason_cut = text::cut(&mut reason, REASON_CHARS_MAX);

    let mut write = Write::begin(call, &agent).await?;
    let mut entries = write.entries().await?;
    let at = entries.iter().position(|entry| entry.entry_key == key);
    let current = at.map(|at| entries.swap_remove(at));
    expect(key, current.as_ref(), expected_value)?;
    if current.is_none() && entries.len() >= KEYS_MAX {
        return Err(full(key, &entries, write.now_ms()));
    }
    let superseded = current.as_ref().map(|entry| entry.value.clone());
    if let Some(entry) = current {
        write.end_entry(entry, &reason).await?;
    }
    let (version, now_ms) = (write.version(), write.now_ms());
    write
        .query(&sql::SET_ENTRY)
        .bind(key)
        .bind(value)
        .bind(reason)
        .bind(version)
        .bind(now_ms)
        .bind(ttl_ms.map(|ttl_ms| now_ms.saturating_add(ttl_ms)))
        .run()
        .await?;
    let version = write.commit().await?;
    Ok(EntrySet { ok: true, version, superseded, truncated: is_value_cut || is_reason_cut })
}

/// Retire one key of your own state.
///
/// Its value stays in the history, with the reason for which it was retired.
#[tool(does = write, scope = MemoryWrite, audience = process_agent)]
pub async fn working_state_clear(
    call: &Call,
    /// Key that is set.
    #[param(len = ..=64)]
    key: String,
    /// Why; cut after 200 characters.
    #[param(len = ..=20_000)]
    reason: String,
) -> Result<EntryCleared, WorkingStateError> {
    let agent = ActingAgent::of(call).await?;
    let key = keys::checked(&key)?;
    let mut reason = reason;
    text::not_blank("reason", &reason)?;
    let truncated = text::cut(&mut reason, REASON_CHARS_MAX);

    let mut write = Write::begin(call, &agent).await?;
    let mut entries = write.entries().await?;
    let Some(at) = entries.iter().position(|entry| entry.entry_key == key) else {
        let near = near(key, entries.iter().map(|entry| entry.entry_key.as_str()));
        return Err(WorkingStateError::NotSet { key: key.to_owned(), near });
    };
    let entry = entries.swap_remove(at);
    let retired_value = entry.value.clone();
    write.end_entry(entry, &reason).await?;
    write.query(&sql::CLEAR_ENTRY).bind(key).run().await?;
    let version = write.commit().await?;
    Ok(EntryCleared { ok: true, version, retired_value, truncated })
}

/// The milliseconds that a value is good for; a part of one counts as a whole one.
fn ttl_ms(hours: f64) -> Result<i64, WorkingStateError> {
    if hours <= 0.0 {
        return Err(WorkingStateError::NoTime);
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole, and 720 hours at most")]
    let ms = (hours * MS_PER_HOUR).ceil() as i64;
    Ok(ms)
}

/// Compares what the caller believes with what there is.
fn expect(
    key: &str,
    current: Option<&EntryRecord>,
    expected: Option<String>,
) -> Result<(), WorkingStateError> {
    let Some(mut expected) = expected else { return Ok(()) };
    text::cut(&mut expected, VALUE_CHARS_MAX);
    let key = key.to_owned();
    match current {
        Some(entry) if entry.value == expected => Ok(()),
        Some(entry) => Err(WorkingStateError::Changed { key, current: entry.value.clone() }),
        None if expected.is_empty() => Ok(()),
        None => Err(WorkingStateError::Absent { key }),
    }
}

fn full(key: &str, entries: &[EntryRecord], now_ms: i64) -> WorkingStateError {
    let mut expired: Vec<_> = entries
        .iter()
        .filter(|entry| entry.is_expired(now_ms))
        .map(|entry| format!("`{}`", entry.entry_key))
        .collect();
    expired.sort();
    let expired = match expired.is_empty() {
        true => String::new(),
        false => format!("; expired: {}", expired.join(", ")),
    };
    WorkingStateError::Full { key: key.to_owned(), expired }
}
