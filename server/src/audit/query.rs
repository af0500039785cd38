//! Lines of the audit, read again: across all its files, oldest first, in bounded memory.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Seek, SeekFrom};
use std::marker::PhantomData;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use super::file::files;

/// Bytes of the longest line that is read; ours are shorter.
const LINE_BYTES_MAX: u64 = 16 * 1_024;

/// What a file of the audit has a line of.
pub trait Kept: DeserializeOwned {
    /// Which of them are wanted.
    type Filter;

    /// The name of the file in the home.
    const FILE_NAME: &'static str;

    /// Whether this one is wanted.
    fn fits(&self, filter: &Self::Filter) -> bool;
}

/// How much was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Lines that fit.
    pub found: u64,
    /// Lines that are no records: torn by a full disk or a lost machine.
    pub torn: u64,
}

/// Gives every record of a home that fits to `found`, the oldest first.
///
/// # Errors
/// If a file cannot be read, or what `found` says.
pub fn read<R: Kept>(
    home: &Path,
    filter: &R::Filter,
    mut found: impl FnMut(R) -> io::Result<()>,
) -> io::Result<Read> {
    let mut read = Read::default();
    for (_, file) in files(&home.join(R::FILE_NAME))? {
        read_file(file, filter, &mut read, &mut found)?;
    }
    Ok(read)
}

/// The newest records that fit.
#[derive(Clone, Debug)]
pub struct Newest<R> {
    /// The records, the oldest first.
    pub records: VecDeque<R>,
    /// Whether older ones fit as well.
    pub has_older: bool,
    /// Lines that are no records, in what was read.
    pub torn: u64,
}

/// The newest records of a home that fit, at most so many. No more of them is kept at a time, and
/// files that are older than all of them are not read.
///
/// # Errors
/// If a file cannot be read.
pub fn newest<R: Kept>(home: &Path, filter: &R::Filter, count: usize) -> io::Result<Newest<R>> {
    let mut newest = Newest { records: VecDeque::new(), has_older: false, torn: 0 };
    for (_, file) in files(&home.join(R::FILE_NAME))?.into_iter().rev() {
        let room = count - newest.records.len();
        let (mut read, mut last) = (Read::default(), VecDeque::new());
        read_file(file, filter, &mut read, &mut |record| {
            last.push_back(record);
            if last.len() > room {
                last.pop_front();
                newest.has_older = true;
            }
            Ok(())
        })?;
        newest.torn += read.torn;
        last.append(&mut newest.records);
        newest.records = last;
        if newest.has_older {
            break;
        }
    }
    Ok(newest)
}

/// What is added to a file of the audit from now on.
#[derive(Debug)]
pub struct Follow<R> {
    path: PathBuf,
    at: Option<(u64, u64)>,
    records: PhantomData<fn() -> R>,
}

impl<R: Kept> Follow<R> {
    /// Starts at the end of what is there.
    #[must_use]
    pub fn from_end(home: &Path) -> Self {
        let path = home.join(R::FILE_NAME);
        let at = std::fs::metadata(&path).ok().map(|file| (file.ino(), file.len()));
        Self { path, at, records: PhantomData }
    }

    /// Gives what was added since the last time to `found`; half a line waits for its other half.
    ///
    /// # Errors
    /// If the file cannot be read, or what `found` says.
    pub fn poll(
        &mut self,
        filter: &R::Filter,
        mut found: impl FnMut(R) -> io::Result<()>,
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

fn read_file<R: Kept>(
    file: File,
    filter: &R::Filter,
    read: &mut Read,
    found: &mut impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    let mut lines = BufReader::new(file);
    while let Some(line) = next_line(&mut lines)? {
        take(&line, filter, read, found)?;
    }
    Ok(())
}

fn next_line(lines: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let bytes = lines.take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
    Ok((bytes > 0).then_some(line))
}

fn take<R: Kept>(
    line: &[u8],
    filter: &R::Filter,
    read: &mut Read,
    found: &mut impl FnMut(R) -> io::Result<()>,
) -> io::Result<()> {
    match serde_json::from_slice::<R>(line) {
        Ok(record) if record.fits(filter) => {
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
