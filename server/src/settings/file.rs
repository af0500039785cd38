//! The bytes of one settings file, read so that nothing in its place harms or holds up a reader.
//!
//! Must not: know what the bytes mean.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use rustix::fs::OFlags;

use super::SettingsError;

/// The largest settings file that is read, in bytes.
pub const FILE_BYTES_MAX: u64 = 1_048_576;

/// The bytes of a file; none if there is none.
///
/// A link that leads nowhere is no missing file: somebody meant one to be there.
pub(super) fn bytes_of(path: &Path) -> Result<Option<Vec<u8>>, SettingsError> {
    let unreadable = |source| SettingsError::Unreadable { path: path.to_owned(), source };
    match fs::metadata(path) {
        // Not even opened: opening is enough to set off some devices.
        Ok(there) if !there.is_file() => return Err(unreadable(no_file())),
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound && !is_there(path) => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    }
    let file = open(path).map_err(unreadable)?;
    // Looked at again: what stood there a moment ago may have been replaced.
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(unreadable(no_file()));
    }
    let mut bytes = Vec::new();
    let len = file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if len as u64 > FILE_BYTES_MAX {
        return Err(SettingsError::TooLarge { path: path.to_owned() });
    }
    Ok(Some(bytes))
}

/// Whether anything stands there, a link that leads nowhere included.
fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn no_file() -> io::Error {
    io::Error::other("it is no ordinary file")
}

/// Opens without waiting: a pipe in place of a file would wait for a writer.
fn open(path: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use rustix::fs::{CWD, Mode, mkfifoat};

    use super::*;

    #[test]
    fn a_missing_file_is_none_and_a_link_to_nowhere_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        assert!(matches!(bytes_of(&path), Ok(None)));
        symlink("gone", &path).unwrap();
        assert!(matches!(bytes_of(&path), Err(SettingsError::Unreadable { .. })));
    }

    #[test]
    fn a_link_to_a_file_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("v2.toml"), "# v2").unwrap();
        let path = folder.path().join("config.toml");
        symlink("v2.toml", &path).unwrap();
        assert_eq!(bytes_of(&path).unwrap().unwrap(), b"# v2");
    }

    #[test]
    fn a_pipe_a_device_and_a_folder_are_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mkfifoat(CWD, &pipe, Mode::RUSR | Mode::WUSR).unwrap();
        for path in [pipe.as_path(), Path::new("/dev/zero"), folder.path()] {
            let error = bytes_of(path).unwrap_err().to_string();
            assert!(error.ends_with("cannot be read: it is no ordinary file"), "{error}");
        }
        // Even if it takes the file's place between the look and the opening.
        assert!(!open(&pipe).unwrap().metadata().unwrap().is_file());
    }
}
