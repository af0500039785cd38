//! The file of the audit and those that it was before: whole lines from several processes, each
//! file of a bounded size.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The name of the file in the home.
pub const FILE_NAME: &str = "tool_calls.jsonl";

/// Bytes after which a file is put aside.
pub const FILE_BYTES_MAX: u64 = 16 * 1_024 * 1_024;

/// Files that are kept, the one that is written included.
pub const FILES_MAX: usize = 10;

/// Nobody but the owner reads who called what.
const OWNER_ONLY: u32 = 0o600;

/// The file at its path, opened when it is first written.
#[derive(Debug)]
pub(super) struct LogFile {
    path: PathBuf,
    open: Option<File>,
    bytes_max: u64,
    /// Whether the last write broke off inside a line.
    is_torn: bool,
}

impl LogFile {
    pub(super) const fn new(path: PathBuf) -> Self {
        Self { path, open: None, bytes_max: FILE_BYTES_MAX, is_torn: false }
    }

    #[cfg(test)]
    pub(super) const fn with_bytes_max(mut self, bytes_max: u64) -> Self {
        self.bytes_max = bytes_max;
        self
    }

    /// Appends whole lines, and says how many of their bytes are in the file.
    ///
    /// Lines of other processes never end up inside of these: each write appends as a whole. One
    /// that breaks off, because the disk is full, is ended as a line of its own later on.
    pub(super) fn append(&mut self, lines: &[u8]) -> Result<(), (usize, io::Error)> {
        self.make_room(lines.len() as u64).map_err(|error| (0, error))?;
        let is_torn = self.is_torn;
        let file = self.file().map_err(|error| (0, error))?;
        if is_torn {
            file.write_all(b"\n").map_err(|error| (0, error))?;
            self.is_torn = false;
        }
        self.write(lines)
    }

    fn write(&mut self, lines: &[u8]) -> Result<(), (usize, io::Error)> {
        let mut done = 0;
        while done < lines.len() {
            let written = self.file().and_then(|file| match file.write(&lines[done..]) {
                Ok(0) => Err(io::ErrorKind::WriteZero.into()),
                written => written,
            });
            match written {
                Ok(bytes) => done += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // What is left starts again at the last whole line.
                    let whole = memchr::memrchr(b'\n', &lines[..done]).map_or(0, |at| at + 1);
                    self.is_torn = whole < done;
                    return Err((whole, error));
                }
            }
        }
        Ok(())
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.open.as_ref().map_or(Ok(()), File::sync_data)
    }

    /// The file that stands at the path now: another process may have put the old one aside.
    fn file(&mut self) -> io::Result<&mut File> {
        let stands = self.open.as_ref().and_then(|file| file.metadata().ok());
        let is_there = stands.is_some_and(|open| is_same(&open, &self.path));
        let file = match self.open.take().filter(|_| is_there) {
            Some(file) => file,
            None => open(&self.path)?,
        };
        Ok(self.open.insert(file))
    }

    fn make_room(&mut self, bytes: u64) -> io::Result<()> {
        let bytes_max = self.bytes_max;
        let is_full = |len: u64| len > 0 && len + bytes > bytes_max;
        if !is_full(self.file()?.metadata()?.len()) {
            return Ok(());
        }
        // One process at a time, and only if none has done it meanwhile.
        let lock = open(&aside(&self.path, "lock"))?;
        lock.lock()?;
        if is_full(std::fs::metadata(&self.path)?.len()) {
            for number in (1..FILES_MAX - 1).rev() {
                rename(&numbered(&self.path, number), &numbered(&self.path, number + 1))?;
            }
            rename(&self.path, &numbered(&self.path, 1))?;
        }
        Ok(())
    }
}

/// The files that are there, the oldest first.
pub(super) fn files(path: &Path) -> Vec<PathBuf> {
    let older = (1..FILES_MAX).rev().map(|number| numbered(path, number));
    older.chain([path.to_owned()]).filter(|path| path.exists()).collect()
}

fn numbered(path: &Path, number: usize) -> PathBuf {
    aside(path, &number.to_string())
}

fn aside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn rename(from: &Path, to: &Path) -> io::Result<()> {
    match std::fs::rename(from, to) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        renamed => renamed,
    }
}

/// Opens for appending; a file that others could read is made the owner's alone.
fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let file = OpenOptions::new().append(true).create(true).mode(OWNER_ONLY).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no ordinary file"));
    }
    if metadata.mode() & 0o077 != 0 {
        file.set_permissions(Permissions::from_mode(OWNER_ONLY))?;
    }
    Ok(file)
}

fn is_same(open: &Metadata, path: &Path) -> bool {
    std::fs::metadata(path)
        .is_ok_and(|there| (there.dev(), there.ino()) == (open.dev(), open.ino()))
}
