//! A feed: messages to one client, in order, until somebody reads them as events.
//!
//! What nobody has read yet is bounded; a reader that is too slow is cut off. Where a client can
//! come back, events have numbers, and the latest are kept for it.
//! Must not: know how long it is kept, or who may read it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::{fmt, mem};

use hyper::body::Bytes;

use crate::transport::Outbox;
use crate::wire::Frame;

/// Bytes that wait for a reader; one message may be longer, and then waits alone.
const UNREAD_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Messages that wait for a reader.
const UNREAD_MAX: usize = 1024;
/// Bytes that are kept of one feed after they were read.
const READ_BYTES_MAX: usize = 256 * 1024;

/// Messages to one client.
#[derive(Debug)]
pub(crate) struct Feed {
    state: Mutex<State>,
    numbered: Option<Numbered>,
}

/// What gives the events of a feed their numbers.
#[derive(Debug)]
pub(crate) struct Numbered {
    /// Which feed of its session it is.
    pub(crate) stream: u32,
    /// What is kept of all feeds.
    pub(crate) retention: Arc<Retention>,
}

/// Bytes that all feeds together keep for clients that may come back.
#[derive(Debug)]
pub(crate) struct Retention {
    left: AtomicUsize,
}

/// An event that a client has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The feed.
    pub(crate) stream: u32,
    /// Its number there; 0 stands before the first.
    pub(crate) number: u64,
}

#[derive(Debug, Default)]
struct State {
    events: VecDeque<Event>,
    /// The number of the first of these.
    first: u64,
    /// How many of these were read.
    read: usize,
    unread_bytes: usize,
    kept_bytes: usize,
    waker: Option<Waker>,
    /// Counts the readers; only the latest is given anything.
    readers: u32,
    is_finished: bool,
    is_cut: bool,
}

#[derive(Debug)]
struct Event {
    message: Bytes,
    /// Whether the retention has counted it.
    is_kept: bool,
}

/// What a reader is given.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A message, and where it stands if it has a number.
    Message(Bytes, Option<Place>),
    /// There is nothing more.
    End,
    /// It was too slow.
    Cut,
}

impl Feed {
    /// A feed without numbers.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self { state: Mutex::default(), numbered: None })
    }

    /// A feed whose reader can come back.
    pub(crate) fn numbered(numbered: Numbered) -> Arc<Self> {
        let state = State { first: 1, ..State::default() };
        Arc::new(Self { state: Mutex::new(state), numbered: Some(numbered) })
    }

    /// Which feed of its session it is, if its events have numbers.
    pub(crate) fn stream(&self) -> Option<u32> {
        self.numbered.as_ref().map(|numbered| numbered.stream)
    }

    /// Whether something waits for a reader.
    pub(crate) fn has_unread(&self) -> bool {
        let state = self.state();
        state.events.len() > state.read
    }

    /// Whether nothing more will come.
    pub(crate) fn is_finished(&self) -> bool {
        self.state().is_finished
    }

    /// Adds the last message, if there is one, however long it is, and ends.
    pub(crate) fn finish(&self, last: Option<&Frame>) {
        let mut state = self.state();
        if state.is_finished {
            return;
        }
        if let Some(last) = last {
            state.add(line(last));
        }
        state.is_finished = true;
        state.wake();
    }

    /// Begins to read, from behind a number if one is given, and ends whoever reads now.
    pub(super) fn attach(&self, after: Option<u64>) -> u32 {
        let mut state = self.state();
        if let Some(after) = after {
            state.rewind(after);
        }
        state.is_cut = false;
        state.readers = state.readers.wrapping_add(1);
        state.wake();
        state.readers
    }

    /// The reader has gone.
    pub(super) fn detach(&self, reader: u32) {
        let mut state = self.state();
        if state.readers == reader {
            state.waker = None;
        }
    }

    /// The next message for this reader.
    pub(super) fn poll_next(&self, reader: u32, context: &Context<'_>) -> Poll<Next> {
        let mut state = self.state();
        if state.readers != reader {
            return Poll::Ready(Next::End);
        }
        if state.is_cut {
            return Poll::Ready(Next::Cut);
        }
        if let Some((message, number)) = state.take(self.numbered.as_ref()) {
            let place = self.stream().map(|stream| Place { stream, number });
            return Poll::Ready(Next::Message(message, place));
        }
        if state.is_finished {
            return Poll::Ready(Next::End);
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }

    /// Has this task woken by the next message.
    pub(super) fn wake_at_next(&self, context: &Context<'_>) {
        self.state().waker = Some(context.waker().clone());
    }

    fn push(&self, message: Bytes, is_notice: bool) {
        let mut state = self.state();
        let is_told = || state.events.iter().skip(state.read).any(|it| it.message == message);
        if state.is_finished || state.is_cut || is_notice && is_told() {
            return;
        }
        let is_full = state.events.len() - state.read >= UNREAD_MAX
            || state.unread_bytes > 0
                && state.unread_bytes.saturating_add(message.len()) > UNREAD_BYTES_MAX;
        match is_full {
            // Its reader's connection ends, and it is told the rest if it comes back.
            true => state.is_cut = true,
            false => state.add(message),
        }
        state.wake();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn add(&mut self, message: Bytes) {
        self.unread_bytes += message.len();
        self.events.push_back(Event { message, is_kept: false });
    }

    /// The next unread message, which is kept if it has a number and there is room for it.
    fn take(&mut self, numbered: Option<&Numbered>) -> Option<(Bytes, u64)> {
        let number = self.first + self.read as u64;
        let event = self.events.get_mut(self.read)?;
        let message = event.message.clone();
        self.unread_bytes -= message.len();
        self.read += 1;
        if !event.is_kept && numbered.is_some_and(|it| it.retention.take(message.len())) {
            event.is_kept = true;
            self.kept_bytes += message.len();
        }
        // What stands before a message that is not kept is of no use either.
        let is_kept = event.is_kept;
        while self.read > 0 && (!is_kept || self.kept_bytes > READ_BYTES_MAX) {
            self.forget_first(numbered);
        }
        Some((message, number))
    }

    fn forget_first(&mut self, numbered: Option<&Numbered>) {
        let Some(event) = self.events.pop_front() else { return };
        self.first += 1;
        self.read -= 1;
        if let (true, Some(numbered)) = (event.is_kept, numbered) {
            self.kept_bytes -= event.message.len();
            numbered.retention.give_back(event.message.len());
        }
    }

    /// Reads again what comes after this number, as far as it is kept.
    fn rewind(&mut self, after: u64) {
        let read = usize::try_from(after.saturating_add(1).saturating_sub(self.first))
            .unwrap_or(usize::MAX);
        while self.read > read {
            self.read -= 1;
            self.unread_bytes += self.events.get(self.read).map_or(0, |it| it.message.len());
        }
    }

    fn wake(&mut self) {
        if let Some(waker) = mem::take(&mut self.waker) {
            waker.wake();
        }
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        if let Some(numbered) = &self.numbered {
            let kept_bytes = self.state().kept_bytes;
            numbered.retention.give_back(kept_bytes);
        }
    }
}

impl Outbox for Feed {
    fn send(&self, frame: &Frame) {
        self.push(line(frame), false);
    }

    fn post(&self, notice: Frame) {
        self.push(line(&notice), true);
    }
}

impl Place {
    /// Reads what a client says that it saw last.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (stream, number) = text.split_once('-')?;
        Some(Self { stream: stream.parse().ok()?, number: number.parse().ok()? })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.stream, self.number)
    }
}

impl Retention {
    /// Room for this many bytes.
    pub(crate) const fn new(bytes_max: usize) -> Self {
        Self { left: AtomicUsize::new(bytes_max) }
    }

    fn take(&self, bytes: usize) -> bool {
        let take = |left: usize| left.checked_sub(bytes);
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_ok()
    }

    fn give_back(&self, bytes: usize) {
        self.left.fetch_add(bytes, Ordering::Relaxed);
    }
}

/// A message as one line, which is what an event can carry. Between the tokens of JSON a line ends
/// as well as a space, and inside of them none does.
fn line(frame: &Frame) -> Bytes {
    let mut line = frame.pieces().concat();
    for byte in &mut line {
        if matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
    line.into()
}

#[cfg(test)]
mod tests;
