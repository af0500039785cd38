//! What a running call and its client say to each other before the answer: progress, logs and
//! questions, in the way of the version that the request speaks.
//!
//! Must not: know how messages travel; each goes to the outbox of the request.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::value::RawValue;
use tokio::sync::Notify;
use tollgate_tools::call::{AskError, Capability, LogLevel, Peer, Question};
use tollgate_tools::port::Pending;

use super::agreed::Agreed;
use super::progress::Reporter;
use super::rounds::Rounds;
use crate::transport::Outbox;
use crate::wire::{self, Capabilities, Frame, Id, Version};

/// The conversation of one call.
pub(super) struct Conversation {
    outbox: Arc<dyn Outbox>,
    reporter: Option<Reporter>,
    client: Client,
    is_open: Mutex<bool>,
}

/// How the client can be spoken to.
pub(super) enum Client {
    /// Within a session, whose agreement holds.
    Session(Arc<Agreed>),
    /// For the length of a request that says everything itself.
    Stateless(Stateless),
}

/// What a stateless request says of its client, and the questions of its run.
pub(super) struct Stateless {
    /// What it can be asked.
    pub(super) capabilities: Capabilities,
    /// From which level on it wants to be told what happens; `None` if not at all.
    pub(super) log_level: Option<LogLevel>,
    /// Its questions.
    pub(super) rounds: Rounds,
}

impl Conversation {
    /// Nothing was said so far. Progress is told under the token, if there is one.
    pub(super) fn new(
        client: Client,
        version: Version,
        token: Option<Id>,
        outbox: &Arc<dyn Outbox>,
    ) -> Self {
        let reporter = token.map(|token| Reporter::new(token, version, Arc::clone(outbox)));
        let (outbox, is_open) = (Arc::clone(outbox), Mutex::new(true));
        Self { outbox, reporter, client, is_open }
    }

    /// Whether the client wants to hear of progress.
    pub(super) const fn reports(&self) -> bool {
        self.reporter.is_some()
    }

    /// Says that the call is still running, if nothing was said for a while.
    pub(super) fn beat(&self, now: Instant) {
        if let Some(reporter) = &self.reporter {
            reporter.beat(now);
        }
    }

    /// Nothing is said from now on.
    pub(super) fn close(&self) {
        *self.open() = false;
        if let Some(reporter) = &self.reporter {
            reporter.close();
        }
    }

    /// The questions of this run, where they end it.
    pub(super) const fn rounds(&self) -> Option<&Rounds> {
        match &self.client {
            Client::Session(_) => None,
            Client::Stateless(client) => Some(&client.rounds),
        }
    }

    /// Fires when the run has to end for its questions.
    pub(super) fn asked(&self) -> Option<&Notify> {
        self.rounds().map(Rounds::asked)
    }

    fn send(&self, frame: &Frame) {
        let is_open = self.open();
        if *is_open {
            self.outbox.send(frame);
        }
    }

    fn open(&self) -> MutexGuard<'_, bool> {
        self.is_open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peer for Conversation {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        if let Some(reporter) = &self.reporter {
            reporter.report(done, total, message);
        }
    }

    fn log(&self, level: LogLevel, data: &RawValue) {
        let is_told = match &self.client {
            Client::Session(agreed) => agreed.logs(level),
            Client::Stateless(client) => client.log_level.is_some_and(|from| level >= from),
        };
        if is_told {
            self.send(&wire::log(level, data));
        }
    }

    fn can(&self, capability: Capability) -> bool {
        match &self.client {
            Client::Session(agreed) => agreed.can(capability),
            Client::Stateless(client) => client.capabilities.has(capability),
        }
    }

    fn ask<'a>(
        &'a self,
        key: &'a str,
        question: &'a Question,
    ) -> Pending<'a, Result<Box<RawValue>, AskError>> {
        Box::pin(async move {
            match &self.client {
                Client::Session(agreed) => agreed.questions.ask(question, &self.outbox).await,
                Client::Stateless(client) => client.rounds.ask(key, question).await,
            }
        })
    }
}

impl fmt::Debug for Conversation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conversation").field("reporter", &self.reporter).finish_non_exhaustive()
    }
}
