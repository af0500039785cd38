//! The file of the audit and those that it was before: whole lines from several processes, each
//! file of a bounded size.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FallocateFlags, fallocate};
use rustix::io::Errno;

/// Bytes after which a file is put aside.
pub const FILE_BYTES_MAX: u64 = 16 * 1_024 * 1_024;

/// Files that are kept, the one that is written included.
pub const FILES_MAX: usize = 10;

/// Bytes that must be free for a call that changes something; a line has a tenth of it.
const ROOM_BYTES: u64 = 4_096;

/// Nobody but the owner reads who called what.
const OWNER_ONLY: u32 = 0o600;

/// The file at its path, opened when it is first written.
#[derive(Debug)]
pub(super) struct LogFile {
    path: PathBuf,
    open: Option<File>,
    bytes_max: u64,
}

impl LogFile {
    pub(super) const fn new(path: PathBuf) -> Self {
        Self { path, open: None, bytes_max: FILE_BYTES_MAX }
    }

    #[cfg(test)]
    pub(super) const fn with_bytes_max(mut self, bytes_max: u64) -> Self {
        self.bytes_max = bytes_max;
        self
    }

    /// Appends whole lines, and says how many of their bytes are in the file.
    ///
    /// Lines of other processes never end up inside of these: each write appends as a whole. What
    /// broke off, because the disk was full or its process died, is ended as a line of its own, so
    /// that it takes no other with it.
    pub(super) fn append(&mut self, lines: &[u8]) -> Result<(), (usize, io::Error)> {
        self.make_room(lines.len() as u64).map_err(|error| (0, error))?;
        self.end_torn_line().map_err(|error| (0, error))?;
        self.write(lines)
    }

    /// Whether a line could be written now: the file is there, and the disk has room for it.
    pub(super) fn check(&mut self) -> io::Result<()> {
        self.make_room(ROOM_BYTES)?;
        let file = self.file()?;
        let len = file.metadata()?.len();
        match fallocate(file, FallocateFlags::KEEP_SIZE, len, ROOM_BYTES) {
            // Not every file system can say so beforehand; the write will.
            Ok(()) | Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn end_torn_line(&mut self) -> io::Result<()> {
        let file = self.file()?;
        let len = file.metadata()?.len();
        let mut last = [b'\n'];
        if len > 0 {
            file.read_exact_at(&mut last, len - 1)?;
        }
        if last == *b"\n" { Ok(()) } else { file.write_all(b"\n") }
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
                    return Err((whole, error));
                }
            }
        }
        Ok(())
    }

    /// Another handle of the open file, to be synced without holding up whoever appends.
    pub(super) fn handle(&self) -> io::Result<Option<File>> {
        self.open.as_ref().map(File::try_clone).transpose()
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
            // Nobody syncs it once it has another name.
            File::open(&self.path)?.sync_data()?;
            for number in (1..FILES_MAX - 1).rev() {
                rename(&numbered(&self.path, number), &numbered(&self.path, number + 1))?;
            }
            rename(&self.path, &numbered(&self.path, 1))?;
        }
        Ok(())
    }
}

/// The files that are there, opened, with the number that tells one from another whatever it is
/// called; the oldest first.
///
/// The newest is opened first: one that is put aside meanwhile is met again under its next name,
/// instead of being missed, and has its place in the row from there.
pub(super) fn files(path: &Path) -> io::Result<Vec<(u64, File)>> {
    let older = (1..FILES_MAX).map(|number| numbered(path, number));
    let mut files: Vec<(u64, File)> = Vec::new();
    for path in [path.to_owned()].into_iter().chain(older) {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            file => file?,
        };
        let number = file.metadata()?.ino();
        files.retain(|(known, _)| *known != number);
        files.push((number, file));
    }
    // Put aside so often that it fell out of the row; nobody knows its place.
    let is_kept = |file: &File| file.metadata().is_ok_and(|file| file.nlink() > 0);
    files.retain(|(_, file)| is_kept(file));
    files.reverse();
    Ok(files)
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
    let file =
        OpenOptions::new().read(true).append(true).create(true).mode(OWNER_ONLY).open(path)?;
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
