//! Why a working-state tool refused.

use super::KEYS_MAX;
use super::part::{HandoffFault, sentence};
use crate::bind::Failure;
use crate::port::SettingsClosed;
use crate::store::{ActingAgentError, StoreError};

/// What can be wrong with a call to a working-state tool. Whatever it is, nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum WorkingStateError {
    /// The caller is no agent, or none that the store has.
    #[error(transparent)]
    Agent(#[from] ActingAgentError),
    /// A key that is none.
    #[error(
        "Missing or invalid argument: key \
         (expected ^[a-z0-9][a-z0-9._-]{{0,63}}$, got \"{given}\"){near}"
    )]
    Key {
        /// What was given.
        given: String,
        /// The end of the sentence: what may have been meant.
        near: String,
    },
    /// A text with nothing to see.
    #[error("Missing or invalid argument: {name} (expected text that is not blank)")]
    Blank {
        /// The parameter.
        name: &'static str,
    },
    /// A text of several lines where one is expected.
    #[error(
        "Missing or invalid argument: {name} (expected one line without control characters, \
         got {found} as character {at}); longer texts belong into working_state_handoff"
    )]
    NotOneLine {
        /// The parameter.
        name: &'static str,
        /// The character, escaped.
        found: String,
        /// Its place, from 1.
        at: usize,
    },
    /// A value that would expire at once.
    #[error("Missing or invalid argument: ttl_hours (expected more than 0, at most 720, got 0)")]
    NoTime,
    /// Somebody else wrote in between, or the caller remembers wrongly.
    #[error(
        "`{key}` has another value than expected_value. Its value is now \"{current}\"; \
         decide with that, and expect it."
    )]
    Changed {
        /// The key.
        key: String,
        /// Its value.
        current: String,
    },
    /// A value is expected where there is none.
    #[error(
        "`{key}` has another value than expected_value: it has none now. \
         To set a key that has none, expect \"\"."
    )]
    Absent {
        /// The key.
        key: String,
    },
    /// Every key is in use.
    #[error(
        "All {KEYS_MAX} keys are in use, so `{key}` cannot be added; \
         replace one, or clear one with working_state_clear{expired}"
    )]
    Full {
        /// The key.
        key: String,
        /// The end of the sentence: which of them have expired.
        expired: String,
    },
    /// There is no such key.
    #[error("`{key}` is not set; working_state_get lists the keys that are{near}")]
    NotSet {
        /// The key.
        key: String,
        /// The end of the sentence: what may have been meant.
        near: String,
    },
    /// The parts of a hand-off do not fit its status.
    #[error("The hand-off was refused: {}.", sentence(.faults))]
    Handoff {
        /// Every fault.
        faults: Vec<HandoffFault>,
    },
    /// A structured hand-off over its limit.
    #[error(
        "The hand-off was refused whole: note, next_steps, evidence and blocker have {actual} \
         bytes together, limit is {limit} ({} over). Nothing was changed. \
         Say it shorter, or put the detail where it can be read again and name that place.",
        .actual - .limit
    )]
    TooLarge {
        /// Their bytes.
        actual: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// The limit cannot be read.
    #[error(transparent)]
    Settings(#[from] SettingsClosed),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<WorkingStateError> for Failure {
    fn from(error: WorkingStateError) -> Self {
        match error {
            WorkingStateError::Store(error) => Self::internal(error),
            WorkingStateError::Agent(error) => error.into(),
            refused => Self::refused(&refused),
        }
    }
}
