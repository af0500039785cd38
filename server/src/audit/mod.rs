//! The audit: one line in `tool_calls.jsonl` for every call and every refusal.
//!
//! A line says who called what, when, how it ended and how much went in and out; never what was
//! said. The arguments stand in it as a digest.
//!
//! When a line is where: that of a call that may change something, and of every refusal, is
//! handed to the system before the answer goes out; that of a read at latest 50 ms after it. What
//! was handed over survives the end of the process. Once a second, and at the end, it is synced to
//! the disk, so that a machine that loses power loses a second.
//!
//! A file that cannot be written refuses calls that change something, and lets reads go on.
//! Must not: hold an argument, a reply or a key, or know a transport.

mod file;
mod journal;
mod line;
mod query;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tollgate_tools::call::Caller;

use file::LogFile;
use journal::Journal;
use line::Line;

pub use file::{FILE_BYTES_MAX, FILE_NAME, FILES_MAX};
pub use line::{Outcome, Record};
pub use query::{Filter, Follow, Read, read};

/// Where calls are written down; clones write to the same file.
#[derive(Clone, Debug)]
pub struct Audit(Option<Arc<Journal>>);

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

/// Why a call that would change something is refused: nobody could tell of it later.
#[derive(Debug, thiserror::Error)]
#[error("the audit cannot be written ({0}); calls that change something wait until it can be")]
pub struct Unwritable(String);

impl Audit {
    /// Writes to the file in this home; it is opened by the first line.
    #[must_use]
    pub fn in_home(home: &Path) -> Self {
        Self(Some(Arc::new(Journal::new(LogFile::new(home.join(FILE_NAME))))))
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
        self.0.as_ref().map_or(Ok(()), |journal| journal.check().map_err(Unwritable))
    }

    /// Writes one call down.
    pub fn record(&self, entry: &Entry<'_>) {
        let Some(journal) = &self.0 else { return };
        let mut line = Vec::with_capacity(line::BYTES_USUAL);
        Line::of(entry).write(&mut line);
        Journal::append(journal, &line, entry.is_urgent);
    }

    /// Hands everything to the disk; for the end of the process.
    pub fn finish(&self) {
        if let Some(journal) = &self.0 {
            journal.finish();
        }
    }
}
