//! Why a call that was well formed has no answer.

use std::error::Error;

use crate::call::Capability;

/// What argument resolution and handlers report.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The caller can act on it; it reads the text.
    #[error("{0}")]
    Refused(String),
    /// The caller's client cannot be asked what the handler has to ask.
    #[error("this needs a client that {}", .capability.does())]
    Incapable {
        /// What the client would have to declare.
        capability: Capability,
    },
    /// The caller cannot act on it; only the log sees the cause.
    #[error("internal error")]
    Internal {
        /// The cause, with its own sources.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl Failure {
    /// A failure that the caller reads, in the words of the error.
    pub fn refused(error: &dyn Error) -> Self {
        Self::Refused(error.to_string())
    }

    /// A failure whose cause only the log sees.
    pub fn internal(error: impl Error + Send + Sync + 'static) -> Self {
        Self::Internal { source: Box::new(error) }
    }
}
