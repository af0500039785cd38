//! Lines on their way to the file: gathered for a moment, handed over together.

use std::fs::File;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::file::LogFile;

/// How long a line that is not urgent may wait for others.
const GATHER: Duration = Duration::from_millis(50);
/// How often the disk is asked to keep what was handed over.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// How often a file that cannot be written is told of.
const COMPLAIN_EVERY: Duration = Duration::from_secs(60);
/// Bytes of lines that are kept while the file cannot be written.
const PENDING_BYTES_MAX: usize = 1_024 * 1_024;

/// The lines of one process.
#[derive(Debug)]
pub(super) struct Journal {
    state: Mutex<State>,
    /// Rung when the first line waits.
    waiting: Condvar,
    writer: Once,
}

#[derive(Debug)]
struct State {
    file: LogFile,
    pending: Vec<u8>,
    is_dirty: bool,
    synced: Option<Instant>,
    failure: Option<String>,
    complaint: &'static str,
    complained: Option<Instant>,
    lost: u64,
}

impl Journal {
    /// The complaint is what the log is told while the file cannot be written.
    pub(super) const fn new(file: LogFile, complaint: &'static str) -> Self {
        let state = State {
            file,
            pending: Vec::new(),
            is_dirty: false,
            synced: None,
            failure: None,
            complaint,
            complained: None,
            lost: 0,
        };
        Self { state: Mutex::new(state), waiting: Condvar::new(), writer: Once::new() }
    }

    /// Adds a line. An urgent one is in the file when this returns, unless that cannot be written.
    pub(super) fn append(journal: &Arc<Self>, line: &[u8], is_urgent: bool) {
        journal.writer.call_once(|| start(journal));
        let mut state = journal.state();
        let was_empty = state.pending.is_empty();
        state.keep(line);
        if is_urgent {
            state.hand_over();
        }
        drop(state);
        if was_empty {
            journal.waiting.notify_one();
        }
    }

    /// Tries whether a line could be written now, and writes what waits because it could not.
    pub(super) fn check(&self) -> Result<(), String> {
        let mut state = self.state();
        match state.file.check() {
            Err(error) => state.fail(&error),
            Ok(()) if state.failure.is_some() => state.recover(),
            Ok(()) => {}
        }
        state.failure.clone().map_or(Ok(()), Err)
    }

    pub(super) fn finish(&self) {
        self.state().hand_over();
        self.sync();
    }

    /// Has the disk keep what was handed over. Meanwhile others append.
    fn sync(&self) {
        let handle = self.state().take_handle();
        let synced = match handle {
            Ok(Some(file)) => file.sync_data(),
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = synced {
            let mut state = self.state();
            state.is_dirty = true;
            state.fail(&error);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A thread that hands over what waits. It ends with the journal.
fn start(journal: &Arc<Journal>) {
    let journal = Arc::downgrade(journal);
    let writer = thread::Builder::new().name("audit".to_owned());
    if let Err(error) = writer.spawn(move || write(&journal)) {
        tracing::error!(%error, "the audit has no thread; its lines wait for an urgent one");
    }
}

fn write(journal: &Weak<Journal>) {
    while let Some(journal) = journal.upgrade() {
        let state = journal.state();
        let idle = |state: &mut State| state.pending.is_empty() && !state.is_dirty;
        let (state, _) = journal
            .waiting
            .wait_timeout_while(state, SYNC_EVERY, idle)
            .unwrap_or_else(PoisonError::into_inner);
        // Whoever answers meanwhile adds to what is handed over then.
        let (mut state, _) = journal
            .waiting
            .wait_timeout_while(state, GATHER, |_| true)
            .unwrap_or_else(PoisonError::into_inner);
        state.hand_over();
        let is_due = state.synced.is_none_or(|synced| synced.elapsed() >= SYNC_EVERY);
        drop(state);
        if is_due {
            journal.sync();
        }
    }
}

impl State {
    /// Keeps a line until it is handed over. While that fails, lines beyond the bound are lost,
    /// and counted.
    fn keep(&mut self, line: &[u8]) {
        if self.failure.is_some() && self.pending.len() + line.len() > PENDING_BYTES_MAX {
            self.lost += 1;
        } else {
            self.pending.extend_from_slice(line);
        }
    }

    fn hand_over(&mut self) {
        if self.pending.is_empty() {
            return;
        }
        match self.file.append(&self.pending) {
            Ok(()) => {
                self.pending.clear();
                self.is_dirty = true;
                self.mended();
            }
            Err((done, error)) => {
                self.pending.drain(..done);
                self.fail(&error);
            }
        }
    }

    /// The file can be written again: what waits goes first.
    fn recover(&mut self) {
        if self.pending.is_empty() {
            self.mended();
        } else {
            self.hand_over();
        }
    }

    fn mended(&mut self) {
        if self.failure.take().is_some() {
            let lost = std::mem::take(&mut self.lost);
            tracing::warn!(lost, "the audit can be written again");
            self.complained = None;
        }
    }

    /// The file, if there is something that the disk was not asked to keep yet.
    fn take_handle(&mut self) -> io::Result<Option<File>> {
        if !std::mem::take(&mut self.is_dirty) {
            return Ok(None);
        }
        self.synced = Some(Instant::now());
        self.file.handle()
    }

    fn fail(&mut self, error: &io::Error) {
        if self.complained.is_none_or(|told| told.elapsed() >= COMPLAIN_EVERY) {
            tracing::error!(%error, lost = self.lost, "{}", self.complaint);
            self.complained = Some(Instant::now());
        }
        self.failure = Some(error.to_string());
    }
}
