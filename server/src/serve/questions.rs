//! Questions to the client of a session that have no answer yet.
//!
//! An answer finds its question by the number that the server gave it, on whatever way it comes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::oneshot;
use tollgate_tools::call::{AskError, Question};

use crate::transport::Outbox;
use crate::wire::{self, Response};

/// Questions that wait at the same time; a client that answers none is asked no more.
const OPEN_MAX: usize = 64;

/// What came of a question.
type Outcome = Result<Box<RawValue>, AskError>;

/// The questions.
#[derive(Debug, Default)]
pub(super) struct Questions(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    next: u64,
    open: HashMap<u64, Open>,
}

#[derive(Debug)]
struct Open {
    method: &'static str,
    answer: oneshot::Sender<Outcome>,
}

/// A question that is on its way; the client is told when nobody waits for its answer any more.
struct Asked<'a> {
    number: u64,
    questions: &'a Questions,
    outbox: &'a Arc<dyn Outbox>,
}

#[derive(Deserialize)]
struct ClientError {
    code: i64,
    #[serde(default)]
    message: String,
}

impl Questions {
    /// Asks on this way, and waits for the answer.
    pub(super) async fn ask(&self, question: &Question, outbox: &Arc<dyn Outbox>) -> Outcome {
        let (answer, answered) = oneshot::channel();
        let asked = {
            let mut table = self.table();
            if table.open.len() >= OPEN_MAX {
                let message = format!("{OPEN_MAX} questions wait for an answer already");
                return Err(AskError::Failed { method: question.method, code: -32603, message });
            }
            let number = table.next;
            table.next += 1;
            table.open.insert(number, Open { method: question.method, answer });
            Asked { number, questions: self, outbox }
        };
        outbox.send(&wire::question(asked.number, question));
        answered.await.unwrap_or(Err(AskError::Cancelled))
    }

    /// Hands an answer to whoever waits for it. One that nobody waits for is dropped.
    pub(super) fn answered(&self, response: &Response<'_>) {
        let number = response.id.and_then(|id| id.get().parse().ok());
        let Some(Open { method, answer }) = number.and_then(|it| self.table().open.remove(&it))
        else {
            return;
        };
        let outcome = match response.outcome {
            Ok(result) => Ok(result.to_owned()),
            Err(error) => Err(failed(method, error)),
        };
        answer.send(outcome).ok();
    }

    /// Nobody will answer any more.
    pub(super) fn close(&self) {
        self.table().open.clear();
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        if self.questions.table().open.remove(&self.number).is_some() {
            self.outbox.send(&wire::question_cancelled(self.number));
        }
    }
}

fn failed(method: &'static str, error: &RawValue) -> AskError {
    match serde_json::from_str(error.get()) {
        Ok(ClientError { code, message }) => AskError::Failed { method, code, message },
        Err(fault) => {
            AskError::Malformed { key: method.to_owned(), fault: format!("its error: {fault}") }
        }
    }
}
