//! Lines of the audit, read again: across all its files, oldest first, in bounded memory.

use std::io::{self, BufRead, BufReader, Read as _, Seek, SeekFrom};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::file::{FILE_NAME, files};
use super::line::{Outcome, Record};

/// Bytes of the longest line that is read; ours are a tenth of it.
const LINE_BYTES_MAX: u64 = 8 * 1_024;

/// Which lines are wanted: those that everything given here fits.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The tool's name.
    pub tool: Option<String>,
    /// The agent's id.
    pub agent: Option<String>,
    /// The kind of caller, or whom its key was given to.
    pub caller: Option<String>,
    /// How the call ended.
    pub outcome: Option<Outcome>,
    /// Not before this.
    pub since: Option<Timestamp>,
    /// Before this.
    pub until: Option<Timestamp>,
}

/// How much was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Lines that fit.
    pub found: u64,
    /// Lines that are no records: torn by a full disk or a lost machine.
    pub torn: u64,
}

impl Filter {
    /// Whether a record is wanted.
    #[must_use]
    pub fn fits(&self, record: &Record) -> bool {
        let is = |wanted: &Option<String>, value: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| value == Some(wanted))
        };
        let id = record.id.as_deref();
        let agent = id.filter(|_| record.caller == "agent");
        is(&self.tool, Some(&record.tool))
            && is(&self.agent, agent)
            && (is(&self.caller, Some(&record.caller)) || is(&self.caller, id))
            && self.outcome.is_none_or(|outcome| outcome == record.outcome)
            && self.since.is_none_or(|since| record.time >= since)
            && self.until.is_none_or(|until| record.time < until)
    }
}

/// Gives every record of a home that fits to `found`, the oldest first.
///
/// # Errors
/// If a file cannot be read, or what `found` says.
pub fn read(
    home: &Path,
    filter: &Filter,
    mut found: impl FnMut(Record) -> io::Result<()>,
) -> io::Result<Read> {
    let mut read = Read::default();
    for (_, file) in files(&home.join(FILE_NAME))? {
        let mut lines = BufReader::new(file);
        while let Some(line) = next_line(&mut lines)? {
            take(&line, filter, &mut read, &mut found)?;
        }
    }
    Ok(read)
}

/// What is added to the audit of a home from now on.
#[derive(Debug)]
pub struct Follow {
    path: PathBuf,
    at: Option<(u64, u64)>,
}

impl Follow {
    /// Starts at the end of what is there.
    #[must_use]
    pub fn from_end(home: &Path) -> Self {
        let path = home.join(FILE_NAME);
        let at = std::fs::metadata(&path).ok().map(|file| (file.ino(), file.len()));
        Self { path, at }
    }

    /// Gives what was added since the last time to `found`; half a line waits for its other half.
    ///
    /// # Errors
    /// If the file cannot be read, or what `found` says.
    pub fn poll(
        &mut self,
        filter: &Filter,
        mut found: impl FnMut(Record) -> io::Result<()>,
    ) -> io::Result<Read> {
        let mut read = Read::default();
        let files = files(&self.path)?;
        // What was added to a file before it was put aside comes first. If it is gone by now, all
        // that are there are newer.
        let known = self.at.and_then(|(known, _)| files.iter().position(|(it, _)| *it == known));
        for (number, mut file) in files.into_iter().skip(known.unwrap_or(0)) {
            let mut start = self.at.filter(|(known, _)| *known == number).map_or(0, |(_, at)| at);
            file.seek(SeekFrom::Start(start))?;
            let mut lines = BufReader::new(file);
            while let Some(line) = next_line(&mut lines)?.filter(|line| line.ends_with(b"\n")) {
                start += line.len() as u64;
                take(&line, filter, &mut read, &mut found)?;
            }
            self.at = Some((number, start));
        }
        Ok(read)
    }
}

fn next_line(lines: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let bytes = lines.take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
    Ok((bytes > 0).then_some(line))
}

fn take(
    line: &[u8],
    filter: &Filter,
    read: &mut Read,
    found: &mut impl FnMut(Record) -> io::Result<()>,
) -> io::Result<()> {
    match serde_json::from_slice::<Record>(line) {
        Ok(record) if filter.fits(&record) => {
            read.found += 1;
            found(record)
        }
        Ok(_) => Ok(()),
        Err(_) => {
            read.torn += u64::from(line != b"\n");
            Ok(())
        }
    }
}
