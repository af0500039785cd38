//! The key of a home: 32 random bytes in a file that its owner alone can read.
//!
//! Whoever reads it can be any agent of the home, so that a file that others could read counts as
//! one that they have read.

use std::fmt;
use std::fs::{DirBuilder, File, Metadata};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use hmac::Mac as _;

/// The name of the file in the home folder.
pub const FILE_NAME: &str = "identity.key";

const KEY_BYTES: usize = 32;
/// What group and others may do with a file.
const OTHERS: u32 = 0o077;

/// The key with which a home signs.
pub struct IdentityKey {
    pub(super) bytes: [u8; KEY_BYTES],
    path: PathBuf,
}

/// Why a home cannot sign or verify.
#[derive(Debug, thiserror::Error)]
pub enum IdentityKeyError {
    /// The system does not let it be read.
    #[error("{}: cannot be read", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The system does not let it be made.
    #[error("{}: cannot be made", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// Others can read it, or could when it was made.
    #[error(
        "{}: others than its owner may use it (mode {mode:03o}, expected 600); if nobody has read \
         it, `chmod 600` mends that, or else remove it, and every token that it signed ends",
        path.display()
    )]
    Shared {
        /// The file.
        path: PathBuf,
        /// Who may do what with it.
        mode: u32,
    },
    /// It is somebody else's.
    #[error(
        "{}: it belongs to another user (id {owner}), who can be every agent of this home; \
         run as that user, or remove it and sign new tokens",
        path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The id of its owner.
        owner: u32,
    },
    /// It is no key.
    #[error(
        "{}: it is no key, which is a file of {KEY_BYTES} bytes; remove it and sign new tokens",
        path.display()
    )]
    NoKey {
        /// The file.
        path: PathBuf,
    },
    /// Without random numbers there is no key.
    #[error("the operating system gives no random numbers")]
    NoRandom(#[source] getrandom::Error),
}

impl IdentityKey {
    /// The key of a home, if it has one. Makes nothing.
    ///
    /// # Errors
    /// When the file cannot be read, is no key, or is not its owner's alone.
    pub fn open(home: &Path) -> Result<Option<Self>, IdentityKeyError> {
        let path = home.join(FILE_NAME);
        match File::open(&path) {
            Ok(file) => read(file, path).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(source) => Err(IdentityKeyError::Unreadable { path, source }),
        }
    }

    /// The key of a home, which gets one if it has none. Of several processes that do so at once
    /// one makes it, and all have the same.
    ///
    /// # Errors
    /// When the file cannot be read or made, is no key, or is not its owner's alone.
    pub fn open_or_make(home: &Path) -> Result<Self, IdentityKeyError> {
        if let Some(key) = Self::open(home)? {
            return Ok(key);
        }
        let mut bytes = [0; KEY_BYTES];
        getrandom::fill(&mut bytes).map_err(IdentityKeyError::NoRandom)?;
        let path = home.join(FILE_NAME);
        match make(home, &path, &bytes) {
            Ok(()) => Ok(Self { bytes, path }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let file = File::open(&path).map_err(|source| IdentityKeyError::Unreadable {
                    path: path.clone(),
                    source,
                })?;
                read(file, path)
            }
            Err(source) => Err(IdentityKeyError::Unwritable { path, source }),
        }
    }

    /// What tells it from other keys, and nothing of the key itself.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        HEXLOWER.encode(&self.mac("fingerprint").finalize().into_bytes()[..16])
    }

    /// The file that it stands in.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Writes it under another name, for its owner alone, and gives it its name when it is whole: no
/// process ever sees a part of it, and none that is there is written over.
fn make(home: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(home)?;
    let mut file = tempfile::Builder::new().prefix(".identity.").tempfile_in(home)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    File::open(home)?.sync_all()
}

/// The key in an open file; what is asked about it is asked of the file that is read.
fn read(file: File, path: PathBuf) -> Result<IdentityKey, IdentityKeyError> {
    let metadata = match file.metadata() {
        Ok(metadata) => metadata,
        Err(source) => return Err(IdentityKeyError::Unreadable { path, source }),
    };
    if !metadata.is_file() {
        return Err(IdentityKeyError::NoKey { path });
    }
    if let Some(error) = not_private(&metadata, &path) {
        return Err(error);
    }
    let mut bytes = Vec::new();
    match file.take(KEY_BYTES as u64 + 1).read_to_end(&mut bytes) {
        Ok(_) => {}
        Err(source) => return Err(IdentityKeyError::Unreadable { path, source }),
    }
    match bytes.try_into() {
        Ok(bytes) => Ok(IdentityKey { bytes, path }),
        Err(_) => Err(IdentityKeyError::NoKey { path }),
    }
}

fn not_private(metadata: &Metadata, path: &Path) -> Option<IdentityKeyError> {
    let path = path.to_owned();
    let (owner, mode) = (metadata.uid(), metadata.mode() & 0o777);
    if owner != rustix::process::geteuid().as_raw() {
        return Some(IdentityKeyError::Foreign { path, owner });
    }
    (mode & OTHERS != 0).then_some(IdentityKeyError::Shared { path, mode })
}

impl fmt::Debug for IdentityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IdentityKey").field("path", &self.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn home() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        (folder, home)
    }

    #[test]
    fn a_home_without_a_key_is_left_without_one() {
        let (_folder, home) = home();
        assert!(IdentityKey::open(&home).unwrap().is_none());
        assert!(!home.exists());
    }

    #[test]
    fn the_key_that_is_made_is_its_owners_alone_and_stays_the_same() {
        let (_folder, home) = home();
        let made = IdentityKey::open_or_make(&home).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&home), mode(made.path())), (0o700, 0o600));
        assert_eq!(fs::read(made.path()).unwrap(), made.bytes);
        let again = IdentityKey::open_or_make(&home).unwrap();
        assert_eq!(again.bytes, made.bytes);
        assert_eq!(IdentityKey::open(&home).unwrap().unwrap().bytes, made.bytes);
        assert_eq!(fs::read_dir(&home).unwrap().count(), 1, "nothing else is left behind");
    }

    #[test]
    fn processes_that_make_it_at_once_have_the_same() {
        let (_folder, home) = home();
        let keys: Vec<_> = std::thread::scope(|scope| {
            let makers: Vec<_> =
                (0..8).map(|_| scope.spawn(|| IdentityKey::open_or_make(&home).unwrap())).collect();
            makers.into_iter().map(|maker| maker.join().unwrap().bytes).collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0]));
    }

    #[test]
    fn a_key_that_others_may_use_is_refused() {
        let (_folder, home) = home();
        let path = IdentityKey::open_or_make(&home).unwrap().path().to_owned();
        for mode in [0o640, 0o604, 0o620, 0o644, 0o601] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            let error = IdentityKey::open(&home).unwrap_err().to_string();
            assert!(error.contains(&format!("(mode {mode:03o}, expected 600)")), "{error}");
            assert!(IdentityKey::open_or_make(&home).is_err());
        }
        for mode in [0o600, 0o400] {
            fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
            assert!(IdentityKey::open(&home).is_ok());
        }
    }

    #[test]
    fn what_is_no_key_is_refused_and_kept() {
        let (_folder, home) = home();
        let path = IdentityKey::open_or_make(&home).unwrap().path().to_owned();
        for bytes in [&[][..], &[7; KEY_BYTES - 1], &[7; KEY_BYTES + 1]] {
            fs::write(&path, bytes).unwrap();
            let error = IdentityKey::open_or_make(&home).unwrap_err();
            assert!(matches!(error, IdentityKeyError::NoKey { .. }), "{error}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let error = IdentityKey::open(&home).unwrap_err();
        assert!(matches!(error, IdentityKeyError::NoKey { .. }), "{error}");
    }

    #[test]
    fn the_key_is_in_no_debug_output() {
        let (_folder, home) = home();
        let key = IdentityKey::open_or_make(&home).unwrap();
        let shown = format!("{key:?}");
        assert!(shown.contains(FILE_NAME) && !shown.contains("bytes"), "{shown}");
    }
}
