//! Why an evolution tool refused.

use crate::bind::Failure;
use crate::port::{SetError, SettingsClosed};
use crate::store::{ActingAgentError, StoreError};

/// What can be wrong with a call to an evolution tool. Whatever it is, nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum EvolutionError {
    /// No agent that the caller can see has this id.
    #[error("no agent has the id `{id}`{near}")]
    Unknown {
        /// What was given.
        id: String,
        /// The end of the sentence: what may have been meant.
        near: String,
    },
    /// The agent is no concern of the caller's.
    #[error(
        "an agent sets this for itself and for the agents below it; the agent `{id}` does not \
         report to you, as `[agent] reports_to` says. Ask the operator, or whom it reports to."
    )]
    NotBelow {
        /// The agent.
        id: String,
    },
    /// A key that is neither the operator's nor an agent's.
    #[error("this key works in no workspace; call with the operator's or an agent's")]
    Unbound,
    /// The caller is an agent that the store does not have.
    #[error(transparent)]
    Caller(#[from] ActingAgentError),
    /// The setting cannot have the value.
    #[error("Missing or invalid argument: value ({field}: {mistake})")]
    Value {
        /// The field.
        field: &'static str,
        /// What came and what is expected.
        mistake: String,
    },
    /// The file cannot be changed.
    #[error(transparent)]
    Set(SetError),
    /// Whom an agent reports to cannot be read.
    #[error(transparent)]
    Settings(#[from] SettingsClosed),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<EvolutionError> for Failure {
    fn from(error: EvolutionError) -> Self {
        match error {
            EvolutionError::Store(error) => Self::internal(error),
            EvolutionError::Caller(error) => error.into(),
            refused => Self::refused(&refused),
        }
    }
}
