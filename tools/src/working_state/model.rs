//! What the store keeps of an agent's working state.

use sqlx::FromRow;

use super::handoff::HandoffStatus;
use crate::store::StoreError;

/// A value that holds.
#[derive(Clone, Debug, FromRow)]
pub(super) struct EntryRecord {
    pub(super) entry_key: String,
    pub(super) value: String,
    pub(super) reason: String,
    pub(super) version: i64,
    pub(super) set_at: i64,
    pub(super) expires_at: Option<i64>,
}

/// The hand-off that holds.
#[derive(Clone, Debug, FromRow)]
pub(super) struct HandoffRecord {
    pub(super) note: String,
    pub(super) status: Option<String>,
    pub(super) next_steps: Option<String>,
    pub(super) evidence: Option<String>,
    pub(super) blocker: Option<String>,
    pub(super) version: i64,
    pub(super) set_at: i64,
}

/// A value or a hand-off that no longer holds.
#[derive(Clone, Debug, FromRow)]
pub(super) struct HistoryRecord {
    pub(super) version: i64,
    pub(super) entry_key: Option<String>,
    pub(super) value: String,
    pub(super) reason: Option<String>,
    pub(super) status: Option<String>,
    pub(super) next_steps: Option<String>,
    pub(super) evidence: Option<String>,
    pub(super) blocker: Option<String>,
    pub(super) set_at: i64,
    pub(super) ended_at: i64,
    pub(super) because: Option<String>,
}

impl EntryRecord {
    /// Whether its time was over at this moment.
    pub(super) fn is_expired(&self, now_ms: i64) -> bool {
        self.expires_at.is_some_and(|expires_at| expires_at <= now_ms)
    }
}

impl HandoffStatus {
    /// The word for it, on the wire and in the store.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Complete => "complete",
            Self::Blocked => "blocked",
        }
    }

    /// What a word of the store means.
    pub(super) fn of_word(word: &str) -> Result<Self, StoreError> {
        match word {
            "continue" => Ok(Self::Continue),
            "complete" => Ok(Self::Complete),
            "blocked" => Ok(Self::Blocked),
            _ => Err(StoreError::unreadable("the status of a hand-off")),
        }
    }
}
