//! What the settings files of a home look like from outside, without reading them.
//!
//! Two looks that are equal mean files that say the same, unless they were written a moment ago.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use super::super::Home;
use super::super::agent::{AGENT_FILE_NAME, folders};

/// The files of a home at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Look {
    files: BTreeMap<PathBuf, Stamp>,
    /// Whether the folders of agents could not be listed.
    is_blind: bool,
}

/// What changes when a file does.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    /// The name itself: a link is not what it leads to.
    name: Mark,
    /// What it leads to.
    target: Mark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Nothing(ErrorKind),
    There { place: (u64, u64), mode: u32, len: u64, written: (i64, i64), changed: (i64, i64) },
}

impl Look {
    /// Looks at every settings file of a home.
    pub(super) fn at(home: &Home) -> Self {
        let mut files = BTreeMap::new();
        let config = home.settings_file();
        files.insert(config.clone(), Stamp::of(&config));
        let folders = folders(home);
        let is_blind = folders.is_err();
        for folder in folders.unwrap_or_default().into_values() {
            let file = folder.join(AGENT_FILE_NAME);
            files.insert(file.clone(), Stamp::of(&file));
            // A folder that becomes a link, or stops being one, changes whose file it is.
            let mark = Mark::of(fs::symlink_metadata(&folder)).without_times();
            files.insert(folder, Stamp { name: mark, target: mark });
        }
        Self { files, is_blind }
    }
}

impl Look {
    /// Whether a file that said something before is gone or says nothing.
    pub(super) fn has_lost(&self, before: &Self) -> bool {
        let says = |look: &Self, path| look.files.get(path).is_some_and(|it| it.target.has_bytes());
        before.files.keys().any(|path| says(before, path) && !says(self, path))
    }
}

impl Stamp {
    fn of(path: &Path) -> Self {
        let name = Mark::of(fs::symlink_metadata(path));
        Self { name, target: Mark::of(fs::metadata(path)) }
    }
}

impl Mark {
    fn of(found: std::io::Result<Metadata>) -> Self {
        match found {
            Err(error) => Self::Nothing(error.kind()),
            Ok(there) => Self::There {
                place: (there.dev(), there.ino()),
                mode: there.mode(),
                len: there.len(),
                written: (there.mtime(), there.mtime_nsec()),
                changed: (there.ctime(), there.ctime_nsec()),
            },
        }
    }

    fn has_bytes(self) -> bool {
        matches!(self, Self::There { len, .. } if len > 0)
    }

    /// What a folder is, whatever goes on in it.
    fn without_times(self) -> Self {
        match self {
            Self::There { place, mode, .. } => {
                Self::There { place, mode, len: 0, written: (0, 0), changed: (0, 0) }
            }
            Self::Nothing(kind) => Self::Nothing(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_change_a_file_changes_the_look_and_a_neighbour_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().to_owned());
        let ada = folder.path().join("agents/ada");
        fs::create_dir_all(&ada).unwrap();
        let (file, other) = (ada.join("agent.toml"), folder.path().join("other.toml"));
        fs::write(&other, "# two").unwrap();

        let mut before = Look::at(&home);
        let full = |text: &str| {
            fs::write(&file, text).unwrap();
            Look::at(&home)
        };
        let (full, empty) = (full("# one"), full(""));
        assert!(empty.has_lost(&full) && before.has_lost(&full));
        assert!(!full.has_lost(&empty) && !empty.has_lost(&before) && !full.has_lost(&full));
        fs::remove_file(&file).unwrap();
        let mut changes = |what: &str, is_change: bool| {
            let look = Look::at(&home);
            assert_eq!(look != before, is_change, "{what}");
            before = look;
        };
        fs::write(&file, "# one").unwrap();
        changes("a file is made", true);
        fs::write(ada.join("notes.md"), "x").unwrap();
        changes("another file of the agent", false);
        fs::rename(&other, &file).unwrap();
        changes("a file of the same length takes its place", true);
        fs::rename(&file, &other).unwrap();
        std::os::unix::fs::symlink(&other, &file).unwrap();
        changes("a link takes its place", true);
        fs::remove_dir_all(&ada).unwrap();
        changes("the folder goes", true);
        std::os::unix::fs::symlink(folder.path(), &ada).unwrap();
        changes("a link in place of the folder", true);
    }
}
