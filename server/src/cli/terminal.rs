//! The one door to standard output and standard error.

use std::borrow::Cow;
use std::io::{ErrorKind, Write};

use tollgate_tools::display::acts_on_display;

use super::failure::Failure;

/// Where a command says its answer and its complaints.
///
/// A reader that goes away in the middle, such as `head`, has read enough: the rest is dropped and
/// the command ends as it would have.
pub(super) struct Terminal<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
}

impl<'a> Terminal<'a> {
    pub(super) fn new(out: &'a mut dyn Write, err: &'a mut dyn Write) -> Self {
        Self { out, err }
    }

    /// Writes an answer.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        match self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::Output(error)),
            _ => Ok(()),
        }
    }

    /// Writes a complaint. There is nowhere to complain about a failure to do so.
    pub(super) fn complain(&mut self, text: &str) {
        let text = inert(text);
        let _ = self.err.write_all(text.as_bytes()).and_then(|()| self.err.flush());
    }
}

/// A text that a terminal only shows. Complaints quote arguments, files and other programs, and
/// what they hold could move the cursor, rename the window or turn what is read around.
fn inert(text: &str) -> Cow<'_, str> {
    let acts = |char: char| !matches!(char, '\n' | '\t') && acts_on_display(char);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for char in text.chars() {
        if acts(char) {
            shown.extend(char.escape_unicode());
        } else {
            shown.push(char);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    struct Fails(ErrorKind);

    impl Write for Fails {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_goes_away_is_no_failure() {
        let (mut out, mut err) = (Fails(ErrorKind::BrokenPipe), Vec::new());
        assert!(Terminal::new(&mut out, &mut err).say("text").is_ok());
    }

    #[test]
    fn a_full_disk_is_a_failure() {
        let (mut out, mut err) = (Fails(ErrorKind::StorageFull), Vec::new());
        let said = Terminal::new(&mut out, &mut err).say("text");
        assert!(matches!(said, Err(Failure::Output(_))));
    }

    #[test]
    fn a_complaint_is_shown_and_never_acts() {
        for (text, shown) in [
            ("plain\ttext: \u{e9}\u{1f600}\n", "plain\ttext: \u{e9}\u{1f600}\n"),
            ("\u{1b}[31m\u{7}", "\\u{1b}[31m\\u{7}"),
            ("a\rb\u{7f}\u{9b}", "a\\u{d}b\\u{7f}\\u{9b}"),
            ("\u{202e}\u{2066}\u{200f}", "\\u{202e}\\u{2066}\\u{200f}"),
        ] {
            let (mut out, mut err) = (Vec::new(), Vec::new());
            Terminal::new(&mut out, &mut err).complain(text);
            assert_eq!(String::from_utf8(err).unwrap(), shown);
        }
    }

    #[test]
    fn a_complaint_that_nobody_hears_is_dropped() {
        let (mut out, mut err) = (Vec::new(), Fails(ErrorKind::BrokenPipe));
        Terminal::new(&mut out, &mut err).complain("text");
    }
}
