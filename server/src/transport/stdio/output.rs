//! Lines to a blocking writer that several threads share.
//!
//! A line is written whole or not at all. Small ones wait for company until somebody flushes.

use std::io::{self, ErrorKind, IoSlice, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::transport::Outbox;
use crate::wire::Frame;

/// Bytes that wait for company. More go out at once, so that a client that sent many messages reads
/// the first answers while the last ones are made.
const COMPANY_BYTES: usize = 2 * 1024;

/// Bytes that are copied to leave together; a frame that would exceed them goes out with what
/// waits, uncopied.
const COPIED_BYTES_MAX: usize = 64 * 1024;

/// A writer of lines.
#[derive(Debug)]
pub(super) struct Output<W> {
    lines: Mutex<Lines<W>>,
}

#[derive(Debug)]
struct Lines<W> {
    to: W,
    waiting: Vec<u8>,
}

impl<W: Write> Output<W> {
    /// Writes lines to `to`.
    pub(super) const fn new(to: W) -> Self {
        Self { lines: Mutex::new(Lines { to, waiting: Vec::new() }) }
    }

    /// Adds a line; it may wait until the next flush.
    pub(super) fn put(&self, frame: &Frame) -> io::Result<()> {
        self.lines().put(frame)
    }

    /// Adds a line and sends everything that waits.
    pub(super) fn put_now(&self, frame: &Frame) -> io::Result<()> {
        let mut lines = self.lines();
        lines.put(frame)?;
        lines.flush()
    }

    /// Sends everything that waits.
    pub(super) fn flush(&self) -> io::Result<()> {
        self.lines().flush()
    }

    fn lines(&self) -> MutexGuard<'_, Lines<W>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
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

impl<W: Write + Send> Outbox for Output<W> {
    fn send(&self, frame: &Frame) {
        if let Err(error) = self.put_now(frame) {
            tracing::debug!(%error, "a notification was not sent");
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
    use crate::wire::Id;

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
        Frame::shared(&id, Arc::new(shared.to_vec()))
    }

    fn expected(shared: &str) -> String {
        format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{shared}}}\n")
    }

    #[test]
    fn small_lines_leave_together() {
        let output = Output::new(Slow::default());
        output.put(&frame(b"{}")).unwrap();
        output.put(&frame(b"[]")).unwrap();
        assert_eq!(output.lines().to.writes, 0);
        output.flush().unwrap();
        let lines = output.lines();
        assert_eq!(lines.to.writes, 1);
        assert_eq!(lines.to.taken, (expected("{}") + &expected("[]")).as_bytes());
    }

    #[test]
    fn a_large_line_pushes_what_waits_ahead_of_it() {
        let output = Output::new(Slow::default());
        let large = format!("[{}]", "1".repeat(200_000));
        output.put(&frame(b"{}")).unwrap();
        output.put(&frame(large.as_bytes())).unwrap();
        output.put_now(&frame(b"[]")).unwrap();
        let all = expected("{}") + &expected(&large) + &expected("[]");
        assert_eq!(output.lines().to.taken, all.as_bytes());
    }
}
