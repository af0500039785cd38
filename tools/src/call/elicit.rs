//! A form that the client shows to its user.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::question::params;
use super::{AskError, Call, Capability, Question};
use crate::bind::Form;

/// What the user did with a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elicited<T> {
    /// Filled it in.
    Accepted(T),
    /// Said no.
    Declined,
    /// Closed it without a word.
    Cancelled,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Params<'a> {
    message: &'a str,
    requested_schema: &'a RawValue,
}

#[derive(Deserialize)]
struct Answer {
    action: Action,
    content: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Accept,
    Decline,
    Cancel,
}

impl Call {
    /// Has the user fill in a form; `message` says what for.
    ///
    /// # Errors
    /// `Incapable` if the client shows no forms, `Malformed` with every fault of what was filled
    /// in, and whatever else a question ends in.
    pub async fn elicit<T: Form>(&self, key: &str, message: &str) -> Result<Elicited<T>, AskError> {
        let malformed = |fault: String| AskError::Malformed { key: key.to_owned(), fault };
        let requested_schema = serde_json::from_str(T::REQUESTED_SCHEMA)
            .map_err(|error| malformed(error.to_string()))?;
        let question = Question {
            capability: Capability::ElicitForm,
            method: "elicitation/create",
            params: params(&Params { message, requested_schema }),
        };
        let answer: Answer = self.ask_for(key, &question).await?;
        match (answer.action, answer.content) {
            (Action::Accept, Some(content)) => {
                T::filled_in(&content).map(Elicited::Accepted).map_err(malformed)
            }
            (Action::Accept, None) => Err(malformed("accepted, and no `content`".to_owned())),
            (Action::Decline, _) => Ok(Elicited::Declined),
            (Action::Cancel, _) => Ok(Elicited::Cancelled),
        }
    }
}
