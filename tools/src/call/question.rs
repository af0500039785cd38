//! Questions of a handler to its client, and what can come of them instead of an answer.
//!
//! A question has a key, by which its answer is found again. Up to protocol version 2025-11-25 it
//! travels as a request of the server, and the handler waits for the answer where it stands. In
//! 2026-07-28 the call ends with the questions that are open, by their keys in `inputRequests`; the
//! client calls again with the answers, and the handler runs again **from its start**, with the
//! earlier answers at hand. So:
//!
//! - a handler asks before it changes anything; what it did before a question it does once more;
//! - a key names one question of a handler: the same in every run, another for another question;
//! - questions that do not depend on each other are asked together, with `tokio::join!` or its
//!   like, and reach the client in one round.

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::{Call, Capability};
use crate::bind::Failure;

/// What a client is asked, as it travels.
#[derive(Clone, Debug)]
pub struct Question {
    /// What the client must have declared.
    pub capability: Capability,
    /// The method, such as `elicitation/create`.
    pub method: &'static str,
    /// The parameters: a JSON object.
    pub params: Box<RawValue>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The client did not declare that it can answer such questions.
    #[error("this needs a client that {}", .capability.does())]
    Incapable {
        /// What it would have to declare.
        capability: Capability,
    },
    /// The client answered with an error.
    #[error("the client did not answer `{method}`: {message} (code {code})")]
    Failed {
        /// What it was asked.
        method: &'static str,
        /// The JSON-RPC code of its error.
        code: i64,
        /// What its error says.
        message: String,
    },
    /// The client's answer is not what the protocol, or the form, says.
    #[error("the client's answer to `{key}` does not fit: {fault}")]
    Malformed {
        /// The key of the question.
        key: String,
        /// Where and what, with what was expected.
        fault: String,
    },
    /// Nobody waits for the call any more, or the client is gone.
    #[error("the client left before it answered")]
    Cancelled,
    /// The handler's own mistake: no key is spelled so.
    #[error("`{key}` is no key of a question; it is spelled `^[a-z][a-z0-9_]*$`, at most 64 bytes")]
    Key {
        /// What was given.
        key: String,
    },
}

/// Bytes of a key.
const KEY_BYTES_MAX: usize = 64;

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Incapable { capability } => Self::Incapable { capability },
            AskError::Failed { .. } | AskError::Malformed { .. } | AskError::Cancelled => {
                Self::refused(&error)
            }
            AskError::Key { .. } => Self::internal(error),
        }
    }
}

impl Call {
    /// Asks the client anything; `elicit`, `sample` and `roots` say it with types.
    ///
    /// # Errors
    /// Every kind of [`AskError`] but a result that does not fit, which nobody has looked at.
    pub async fn ask(&self, key: &str, question: &Question) -> Result<Box<RawValue>, AskError> {
        if !is_key(key) {
            return Err(AskError::Key { key: key.to_owned() });
        }
        let capability = question.capability;
        if !self.can(capability) {
            return Err(AskError::Incapable { capability });
        }
        self.peer.ask(key, question).await
    }

    /// Asks, and reads the answer.
    pub(super) async fn ask_for<T: DeserializeOwned>(
        &self,
        key: &str,
        question: &Question,
    ) -> Result<T, AskError> {
        let answer = self.ask(key, question).await?;
        serde_json::from_str(answer.get())
            .map_err(|error| AskError::Malformed { key: key.to_owned(), fault: error.to_string() })
    }
}

/// JSON of something whose serialisation cannot fail.
pub(super) fn params(value: &impl serde::Serialize) -> Box<RawValue> {
    // Nothing but texts, finite numbers and lists of them; were it to fail, the client would say
    // what it misses.
    serde_json::value::to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

fn is_key(key: &str) -> bool {
    key.len() <= KEY_BYTES_MAX
        && key.starts_with(|first: char| first.is_ascii_lowercase())
        && key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}
