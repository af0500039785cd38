//! A client that can what it is told to, answers what it is told to, and remembers the rest.

use std::sync::{Arc, Mutex};

use serde_json::value::RawValue;
use serde_json::{Value, json};
use tollgate_tools::call::{AskError, Call, Capability, LogLevel, Peer, Question};
use tollgate_tools::port::Pending;

use crate::support::Kit;

/// How much of how much, and what.
type Reported = (f64, Option<f64>, Option<String>);

/// The client of one call.
#[derive(Debug, Default)]
pub(super) struct Client {
    capabilities: Vec<Capability>,
    answer: Option<Result<Value, AskError>>,
    /// What was asked: key, method and parameters.
    pub(super) asked: Mutex<Vec<(String, &'static str, Value)>>,
    /// What was logged.
    pub(super) logged: Mutex<Vec<(LogLevel, Value)>>,
    /// What was reported.
    pub(super) reported: Mutex<Vec<Reported>>,
}

impl Client {
    /// One that can everything, and answers so.
    pub(super) fn answering(answer: Value) -> Arc<Self> {
        let capabilities = Capability::ALL.to_vec();
        Arc::new(Self { capabilities, answer: Some(Ok(answer)), ..Self::default() })
    }

    /// One that can everything, and fails so.
    pub(super) fn failing(error: AskError) -> Arc<Self> {
        let capabilities = Capability::ALL.to_vec();
        Arc::new(Self { capabilities, answer: Some(Err(error)), ..Self::default() })
    }

    /// One that can just these, and whom nothing is asked.
    pub(super) fn with(capabilities: &[Capability]) -> Arc<Self> {
        Arc::new(Self { capabilities: capabilities.to_vec(), ..Self::default() })
    }

    /// A call of this client.
    pub(super) fn call(self: &Arc<Self>) -> Call {
        let kit = Kit::sqlite();
        kit.operator().another(tokio_util::sync::CancellationToken::new(), self.clone())
    }

    /// The parameters of the only question.
    #[track_caller]
    pub(super) fn question(&self) -> (String, &'static str, Value) {
        let asked = self.asked.lock().unwrap();
        assert_eq!(asked.len(), 1, "{asked:?}");
        asked[0].clone()
    }
}

impl Peer for Client {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        self.reported.lock().unwrap().push((done, total, message.map(str::to_owned)));
    }

    fn log(&self, level: LogLevel, data: &RawValue) {
        self.logged.lock().unwrap().push((level, json!(data)));
    }

    fn can(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
    }

    fn ask<'a>(
        &'a self,
        key: &'a str,
        question: &'a Question,
    ) -> Pending<'a, Result<Box<RawValue>, AskError>> {
        assert!(self.can(question.capability), "asked what it cannot: {question:?}");
        let asked = (key.to_owned(), question.method, json!(question.params));
        self.asked.lock().unwrap().push(asked);
        Box::pin(async {
            let answer = self.answer.clone().unwrap()?;
            Ok(serde_json::value::to_raw_value(&answer).unwrap())
        })
    }
}
