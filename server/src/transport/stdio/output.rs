//! Lines to a blocking writer that several threads share.
//!
//! A line is written whole or not at all. Small ones wait for company until somebody flushes.
//! Writing may block for as long as the client does not read; whoever posts a notice never waits
//! for that.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, IoSlice, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{mem, thread};

use crate::transport::Outbox;
use crate::wire::Frame;

/// Notices that wait to be written; one more is dropped, as the client reads nothing.
const NOTICES_MAX: usize = 256;

/// Bytes that wait for company. More go out at once, so that a client that sent many messages reads
/// the first answers while the last ones are made.
const COMPANY_BYTES: usize = 2 * 1024;

/// Bytes that are copied to leave together; a frame that would exceed them goes out with what
/// waits, uncopied.
const COPIED_BYTES_MAX: usize = 64 * 1024;

/// A writer of lines.
#[derive(Debug)]
pub(super) struct Output<W>(Arc<Shared<W>>);

#[derive(Debug)]
struct Shared<W> {
    lines: Mutex<Lines<W>>,
    posted: Mutex<Posted>,
}

/// Notices that nobody has written yet.
#[derive(Debug, Default)]
struct Posted {
    notices: VecDeque<Frame>,
    /// Whether a thread is there to write them.
    has_writer: bool,
}

#[derive(Debug)]
struct Lines<W> {
    to: W,
    waiting: Vec<u8>,
}

impl<W: Write> Output<W> {
    /// Writes lines to `to`.
    pub(super) fn new(to: W) -> Self {
        let lines = Mutex::new(Lines { to, waiting: Vec::new() });
        Self(Arc::new(Shared { lines, posted: Mutex::default() }))
    }

    /// Adds a line; it may wait until the next flush.
    pub(super) fn put(&self, frame: &Frame) -> io::Result<()> {
        self.0.ready()?.put(frame)
    }

    /// Adds a line and sends everything that waits.
    pub(super) fn put_now(&self, frame: &Frame) -> io::Result<()> {
        let mut lines = self.0.ready()?;
        lines.put(frame)?;
        lines.flush()
    }

    /// Sends everything that waits.
    pub(super) fn flush(&self) -> io::Result<()> {
        self.0.lines().flush()
    }
}

impl<W: Write> Shared<W> {
    /// The lines, with what was posted before ahead of what comes.
    fn ready(&self) -> io::Result<MutexGuard<'_, Lines<W>>> {
        let mut lines = self.lines();
        let notices = mem::take(&mut self.posted().notices);
        for notice in &notices {
            lines.put(notice)?;
        }
        Ok(lines)
    }

    /// Writes what is posted, until nothing is.
    fn write_posted(&self) {
        loop {
            let mut lines = self.lines();
            let mut posted = self.posted();
            let Some(notice) = posted.notices.pop_front() else {
                posted.has_writer = false;
                return;
            };
            drop(posted);
            if let Err(error) = lines.put(&notice).and_then(|()| lines.flush()) {
                tracing::debug!(%error, "a notice was not sent");
            }
        }
    }

    fn lines(&self) -> MutexGuard<'_, Lines<W>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn posted(&self) -> MutexGuard<'_, Posted> {
        self.posted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Posted {
    /// A client that has not been told yet needs no second notice of the same.
    fn add(&mut self, notice: Frame) {
        if self.notices.len() < NOTICES_MAX && !self.notices.contains(&notice) {
            self.notices.push_back(notice);
        }
    }
}

impl<W: Write> Lines<W> {
    fn put(&mut self, frame: &Frame) -> io::Result<()> {
        let pieces = frame.pieces();
        let bytes: usize = pieces.iter().map(|piece| piece.len()).sum();
        if self.waiting.len() + bytes < COPIED_BYTES_MAX {
            pieces.iter().for_each(|piece| self.waiting.extend_from_slice(piece));
            self.waiting.push(b'\n');
            return if self.waiting.len() < COMPANY_BYTES { Ok(()) } else { self.flush() };
        }
        let [a, b, c] = pieces;
        let mut slices = [&*self.waiting, a, b, c, b"\n"].map(IoSlice::new);
        let written = write_all(&mut self.to, &mut slices);
        self.waiting.clear();
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let written = self.to.write_all(&self.waiting);
        // After an error nobody reads what is left; keeping it would only grow.
        self.waiting.clear();
        written?;
        self.to.flush()
    }
}

impl<W: Write + Send + 'static> Outbox for Output<W> {
    fn send(&self, frame: &Frame) {
        if let Err(error) = self.put_now(frame) {
            tracing::debug!(%error, "a notification was not sent");
        }
    }

    fn post(&self, notice: Frame) {
        let mut posted = self.0.posted();
        posted.add(notice);
        if mem::replace(&mut posted.has_writer, true) {
            return;
        }
        let shared = Arc::clone(&self.0);
        let writer = thread::Builder::new().name("tollgate-notice".to_owned());
        if let Err(error) = writer.spawn(move || shared.write_posted()) {
            // It goes out with the next message.
            tracing::error!(%error, "a notice has no thread to send it");
            posted.has_writer = false;
        }
    }
}

fn write_all(to: &mut impl Write, mut slices: &mut [IoSlice<'_>]) -> io::Result<()> {
    IoSlice::advance_slices(&mut slices, 0);
    while !slices.is_empty() {
        match to.write_vectored(slices) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => IoSlice::advance_slices(&mut slices, count),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    to.flush()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::wire::{Id, Opening};

    /// Takes a few bytes at a time and counts how often it was asked.
    #[derive(Default)]
    struct Slow {
        taken: Vec<u8>,
        writes: usize,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.writes += 1;
            let count = bytes.len().min(10_007);
            self.taken.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn frame(shared: &[u8]) -> Frame {
        let id = Id::read(serde_json::from_str("1").unwrap()).unwrap();
        Frame::shared(&id, Opening::PLAIN, 0, Arc::new(shared.to_vec()))
    }

    fn expected(shared: &str) -> String {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{shared}}}\n")
    }

    #[test]
    fn small_lines_leave_together() {
        let output = Output::new(Slow::default());
        output.put(&frame(b"{}")).unwrap();
        output.put(&frame(b"{ }")).unwrap();
        assert_eq!(output.0.lines().to.writes, 0);
        output.flush().unwrap();
        let lines = output.0.lines();
        assert_eq!(lines.to.writes, 1);
        assert_eq!(lines.to.taken, (expected("{}") + &expected("{ }")).as_bytes());
    }

    #[test]
    fn a_large_line_pushes_what_waits_ahead_of_it() {
        let output = Output::new(Slow::default());
        let large = format!("{{\"a\":{}}}", "1".repeat(200_000));
        output.put(&frame(b"{}")).unwrap();
        output.put(&frame(large.as_bytes())).unwrap();
        output.put_now(&frame(b"{ }")).unwrap();
        let all = expected("{}") + &expected(&large) + &expected("{ }");
        assert_eq!(output.0.lines().to.taken, all.as_bytes());
    }

    /// Takes nothing until it is let go.
    struct Stuck(std::sync::mpsc::Receiver<()>, std::sync::mpsc::Sender<Vec<u8>>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().ok();
            self.1.send(bytes.to_vec()).ok();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn whoever_posts_never_waits_and_a_client_that_reads_nothing_is_told_once() {
        let (go, held) = std::sync::mpsc::channel();
        let (took, taken) = std::sync::mpsc::channel();
        let output = Output::new(Stuck(held, took));
        for _ in 0..1_000 {
            output.post(frame(b"{}"));
        }
        // Nothing was written so far, and this test has come here.
        assert!(taken.try_recv().is_err());
        drop(go);
        let mut written = taken.recv().unwrap();
        output.put_now(&frame(b"{ }")).unwrap();
        while !written.ends_with(expected("{ }").as_bytes()) {
            written.extend(taken.recv().unwrap());
        }
        let (one, answer) = (expected("{}"), expected("{ }"));
        // The first may be on its way while the others become one.
        let allowed = [format!("{one}{answer}"), format!("{one}{one}{answer}")];
        assert!(allowed.contains(&String::from_utf8(written).unwrap()));
    }

    #[test]
    fn notices_of_different_things_are_all_kept_up_to_the_limit() {
        let mut posted = Posted::default();
        for at in 0..2 * NOTICES_MAX {
            let notice = frame(format!("{{\"at\":{}}}", at / 2).as_bytes());
            posted.add(notice);
        }
        assert_eq!(posted.notices.len(), NOTICES_MAX);
        posted.add(frame(b"{}"));
        assert_eq!(posted.notices.len(), NOTICES_MAX);
    }

    #[test]
    fn what_is_posted_comes_before_what_is_answered_afterwards() {
        for _ in 0..100 {
            let output = Output::new(Slow::default());
            output.post(frame(b"{}"));
            output.put_now(&frame(b"{ }")).unwrap();
            let all = expected("{}") + &expected("{ }");
            assert_eq!(output.0.lines().to.taken, all.as_bytes());
        }
    }
}
