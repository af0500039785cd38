//! The client, as a running call may speak to it.
//!
//! Lives here: the trait that a server implements for each call, and the client that is not there.
//! Must not: know a protocol version; whoever implements the trait does.

use serde_json::value::RawValue;

use super::{AskError, Capability, LogLevel, Question};
use crate::port::Pending;

/// The client of one call.
pub trait Peer: Send + Sync {
    /// `done` of `total` (if known), and what is being done. Dropped if the client asked for none.
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>);

    /// A log message whose data is this JSON. Dropped below the level that the client asked for.
    fn log(&self, level: LogLevel, data: &RawValue);

    /// Whether the client declares that it can answer such questions.
    fn can(&self, capability: Capability) -> bool;

    /// Asks the client, and resolves to the `result` of its answer.
    ///
    /// Where a version has no requests of servers, this never resolves in a run of the handler that
    /// comes before the answer; the call ends there, and its next run is given the answer.
    fn ask<'a>(
        &'a self,
        key: &'a str,
        question: &'a Question,
    ) -> Pending<'a, Result<Box<RawValue>, AskError>>;
}

/// No client: drops what it is told, and can answer nothing.
#[derive(Debug)]
pub struct NoPeer;

impl Peer for NoPeer {
    fn progress(&self, _done: f64, _total: Option<f64>, _message: Option<&str>) {}

    fn log(&self, _level: LogLevel, _data: &RawValue) {}

    fn can(&self, _capability: Capability) -> bool {
        false
    }

    fn ask<'a>(
        &'a self,
        _key: &'a str,
        question: &'a Question,
    ) -> Pending<'a, Result<Box<RawValue>, AskError>> {
        let capability = question.capability;
        Box::pin(async move { Err(AskError::Incapable { capability }) })
    }
}
