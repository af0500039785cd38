//! Lines from a blocking reader, in bounded memory.

use std::io::{self, ErrorKind, Read};
use std::ops::Range;

/// Where a buffer starts, and what it shrinks back to after a long line.
const BUFFER_BYTES: usize = 64 * 1024;

/// A reader of lines.
#[derive(Debug)]
pub(super) struct Input<R> {
    from: R,
    bytes_max: usize,
    buffer: Vec<u8>,
    /// What has arrived and was not handed out.
    held: Range<usize>,
    /// Up to where it is known to have no line feed.
    searched: usize,
    /// Whether the rest of a line that was too long is still arriving.
    is_skipping: bool,
    is_at_end: bool,
}

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next<'a> {
    /// A line, without its end.
    Line(&'a [u8]),
    /// A line that is longer than allowed; its rest will be skipped.
    TooLong,
    /// Nothing that is complete yet: `fill` first.
    NeedMore,
    /// Nothing ever again.
    End,
}

impl<R: Read> Input<R> {
    /// Reads lines of at most `bytes_max` bytes.
    pub(super) fn new(from: R, bytes_max: usize) -> Self {
        let buffer = vec![0; BUFFER_BYTES.min(bytes_max + 1)];
        Self {
            from,
            bytes_max,
            buffer,
            held: 0..0,
            searched: 0,
            is_skipping: false,
            is_at_end: false,
        }
    }

    /// Hands out what has arrived. Never reads.
    pub(super) fn next(&mut self) -> Next<'_> {
        loop {
            let unsearched = &self.buffer[self.searched..self.held.end];
            let Some(at) = memchr::memchr(b'\n', unsearched) else {
                return self.incomplete();
            };
            let line = self.held.start..self.searched + at;
            self.held.start = line.end + 1;
            self.searched = self.held.start;
            if !std::mem::take(&mut self.is_skipping) {
                return Next::Line(&self.buffer[line]);
            }
        }
    }

    /// Waits for more to arrive.
    pub(super) fn fill(&mut self) -> io::Result<()> {
        self.make_room();
        loop {
            match self.from.read(&mut self.buffer[self.held.end..]) {
                Ok(0) => self.is_at_end = true,
                Ok(count) => self.held.end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }

    fn incomplete(&mut self) -> Next<'_> {
        self.searched = self.held.end;
        if self.is_skipping {
            self.held.start = self.held.end;
        }
        if self.held.len() > self.bytes_max {
            self.held.start = self.held.end;
            self.is_skipping = true;
            return Next::TooLong;
        }
        match (self.is_at_end, self.held.is_empty()) {
            (false, _) => Next::NeedMore,
            (true, true) => Next::End,
            (true, false) => {
                let line = self.held.clone();
                self.held.start = line.end;
                Next::Line(&self.buffer[line])
            }
        }
    }

    /// Moves what is held to the front; a line that fills the buffer gets a larger one.
    fn make_room(&mut self) {
        let held = self.held.len();
        if held == 0 && self.buffer.len() > BUFFER_BYTES {
            self.buffer.truncate(BUFFER_BYTES);
            self.buffer.shrink_to_fit();
        }
        if self.held.start > 0 {
            if held > 0 {
                self.buffer.copy_within(self.held.clone(), 0);
            }
            self.held = 0..held;
            self.searched = held;
        }
        if held == self.buffer.len() {
            self.buffer.resize((held * 2).min(self.bytes_max + 1), 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out its text in pieces of the given size.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(into.len()).min(self.0.len());
            into[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    /// Every line, with what was too long shown as `None`.
    fn lines(text: &[u8], piece: usize, bytes_max: usize) -> Vec<Option<Vec<u8>>> {
        let mut input = Input::new(Pieces(text, piece), bytes_max);
        let mut lines = Vec::new();
        loop {
            match input.next() {
                Next::Line(line) => lines.push(Some(line.to_vec())),
                Next::TooLong => lines.push(None),
                Next::NeedMore => input.fill().unwrap(),
                Next::End => return lines,
            }
        }
    }

    fn some(line: &str) -> Option<Vec<u8>> {
        Some(line.as_bytes().to_vec())
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        for piece in 1..20 {
            let found = lines(b"one\n\ntwo\r\nthree", piece, 100);
            assert_eq!(found, [some("one"), some(""), some("two\r"), some("three")], "{piece}");
        }
    }

    #[test]
    fn a_line_may_be_as_long_as_allowed_and_no_longer() {
        for piece in [1, 3, 64] {
            let found = lines(b"12345\n123456\n12345\n", piece, 5);
            assert_eq!(found, [some("12345"), None, some("12345")], "{piece}");
        }
        assert_eq!(lines(b"12345", 2, 5), [some("12345")]);
        assert_eq!(lines(b"123456789", 2, 5), [None]);
    }

    #[test]
    fn a_long_line_is_held_and_its_memory_given_back() {
        let long = "x".repeat(1_000_000);
        let text = format!("{long}\nshort\n");
        let mut input = Input::new(Pieces(text.as_bytes(), 8192), 1_000_000);
        let mut seen = Vec::new();
        while seen.len() < 2 {
            match input.next() {
                Next::Line(line) => seen.push(line.len()),
                Next::NeedMore => input.fill().unwrap(),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(seen, [1_000_000, 5]);
        input.fill().unwrap();
        assert_eq!(input.buffer.len(), BUFFER_BYTES);
    }

    #[test]
    fn garbage_without_end_is_skipped_in_bounded_memory() {
        let garbage = "x".repeat(5 * 1024 * 1024);
        let text = format!("{garbage}\nnext\n");
        assert_eq!(lines(text.as_bytes(), 64 * 1024, 1_000_000), [None, some("next")]);
    }
}
