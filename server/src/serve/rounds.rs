//! The questions of one run of a handler that only the client's next call can answer.
//!
//! Must not: know how the answers came, or what becomes of the questions.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::value::RawValue;
use tokio::sync::Notify;
use tollgate_tools::call::{AskError, Question};

/// Questions of one run; a handler that has more in mind asks for them one by one.
const OPEN_MAX: usize = 32;

/// Answers by the keys of their questions.
pub(super) type Answers = BTreeMap<String, Box<RawValue>>;

/// One run.
#[derive(Debug, Default)]
pub(super) struct Rounds {
    answers: Answers,
    open: Mutex<Vec<(String, Question)>>,
    asked: Notify,
}

impl Rounds {
    /// A run in which these answers are at hand.
    pub(super) fn with(answers: Answers) -> Self {
        Self { answers, ..Self::default() }
    }

    /// The answer, if it is at hand; the run ends here if it is not.
    pub(super) async fn ask(
        &self,
        key: &str,
        question: &Question,
    ) -> Result<Box<RawValue>, AskError> {
        if let Some(answer) = self.answers.get(key) {
            return Ok(answer.clone());
        }
        self.add(key, question)?;
        self.asked.notify_one();
        std::future::pending().await
    }

    /// Fires once a question is open and the handler waits for nothing else at this moment.
    pub(super) const fn asked(&self) -> &Notify {
        &self.asked
    }

    /// The open questions, in the order in which they were asked.
    pub(super) fn take_open(&self) -> Vec<(String, Question)> {
        std::mem::take(&mut *self.open())
    }

    /// The answers that were at hand.
    pub(super) const fn answers(&self) -> &Answers {
        &self.answers
    }

    fn add(&self, key: &str, question: &Question) -> Result<(), AskError> {
        let mut open = self.open();
        if open.iter().any(|(other, _)| other == key) {
            return Ok(());
        }
        if open.len() >= OPEN_MAX {
            let message = format!("{OPEN_MAX} questions wait for an answer already");
            return Err(AskError::Failed { method: question.method, code: -32603, message });
        }
        open.push((key.to_owned(), question.clone()));
        Ok(())
    }

    fn open(&self) -> MutexGuard<'_, Vec<(String, Question)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
