//! The audit: one line in `tool_calls.jsonl` for every call and every refusal, and one in
//! `security_audit.jsonl` for what happens to the server's own security, both written alike.
//!
//! A line says who called what, when, how it ended and how much went in and out; never what was
//! said. The arguments stand in it as a digest.
//!
//! When a line is where: that of a call that may change something, and of every refusal, is
//! handed to the system before the answer goes out; that of a read at latest 50 ms after it. What
//! was handed over survives the end of the process. Once a second, and at the end, it is synced to
//! the disk, so that a machine that loses power loses a second.
//!
//! While `tool_calls.jsonl` cannot be written, calls that change something are refused and reads go
//! on. All lines of one process have the same session.
//! Must not: hold an argument, a reply or a key, or know a transport.

mod file;
mod journal;
mod line;
mod query;
mod security;
#[cfg(test)]
mod tests;

use std::hash::{BuildHasher as _, RandomState};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tollgate_tools::call::Caller;

use file::LogFile;
use journal::Journal;
use line::Line;

pub use file::{FILE_BYTES_MAX, FILES_MAX};
pub use line::{FILE_NAME, Filter, Outcome, Record};
pub use query::{Follow, Kept, Newest, Read, newest, read};
pub use security::{
    BearerRefused, Event, EventFilter, EventRecord, FILE_NAME as SECURITY_FILE_NAME, Severity,
};

/// Where calls and events are written down; clones write to the same files.
#[derive(Clone, Debug)]
pub struct Audit(Option<Arc<Trail>>);

/// The files, and whose lines go there.
#[derive(Debug)]
struct Trail {
    /// Random, so that lines of one process can be found among those of others; no secret.
    session: String,
    calls: Arc<Journal>,
    security: Arc<Journal>,
}

/// What is to be written down about one call.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// Who called.
    pub caller: &'a Caller,
    /// The tool, as the caller named it.
    pub tool: &'a str,
    /// What it was given.
    pub arguments: &'a RawValue,
    /// How it ended.
    pub outcome: Outcome,
    /// What refused it.
    pub class: Option<&'static str>,
    /// How long it took.
    pub duration: Duration,
    /// Bytes of the answer's text and structured content.
    pub reply_bytes: usize,
    /// Whether the line has to be handed over before the answer goes out.
    pub is_urgent: bool,
}

/// What the log is told while a file cannot be written.
const CALLS_COMPLAINT: &str =
    "the audit cannot be written; calls that change something are refused";
const SECURITY_COMPLAINT: &str = "the security audit cannot be written; its lines wait";

/// Why a call that would change something is refused: nobody could tell of it later.
#[derive(Debug, thiserror::Error)]
#[error("the audit cannot be written ({0}); calls that change something wait until it can be")]
pub struct Unwritable(String);

impl Audit {
    /// Writes to the files in this home; each is opened by its first line.
    #[must_use]
    pub fn in_home(home: &Path) -> Self {
        let journal =
            |name, complaint| Arc::new(Journal::new(LogFile::new(home.join(name)), complaint));
        Self(Some(Arc::new(Trail {
            // The keys of a hash are random, and need no system call that could fail.
            session: format!("{:016x}", RandomState::new().hash_one(std::process::id())),
            calls: journal(FILE_NAME, CALLS_COMPLAINT),
            security: journal(SECURITY_FILE_NAME, SECURITY_COMPLAINT),
        })))
    }

    /// Writes nothing down.
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    /// Whether a call that changes something could be written down.
    ///
    /// # Errors
    /// If the file cannot be written at the moment.
    pub fn check(&self) -> Result<(), Unwritable> {
        self.0.as_ref().map_or(Ok(()), |trail| trail.calls.check().map_err(Unwritable))
    }

    /// Writes one call down.
    pub fn record(&self, entry: &Entry<'_>) {
        let Some(trail) = &self.0 else { return };
        let mut line = Vec::with_capacity(line::BYTES_USUAL);
        line::write(&mut line, &Line::of(entry, &trail.session));
        Journal::append(&trail.calls, &line, entry.is_urgent);
    }

    /// Writes an event down, now.
    pub fn tell(&self, event: &Event<'_>) {
        let Some(trail) = &self.0 else { return };
        let mut line = Vec::new();
        line::write(&mut line, &event.line(&trail.session));
        Journal::append(&trail.security, &line, true);
    }

    /// Hands everything to the disk; for the end of the process.
    pub fn finish(&self) {
        if let Some(trail) = &self.0 {
            trail.calls.finish();
            trail.security.finish();
        }
    }
}
