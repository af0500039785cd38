//! One key of an agent's file set to a new value, and every other byte of the file left alone.
//!
//! What the key takes is not known here: the edited text is read as the file will be, before it
//! takes the file's place as a whole. One writer at a time, of whatever process.
//! Must not: decide who may set what.

use std::fs::{DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{
    DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _, fchown,
};
use std::path::Path;

use rustix::fs::OFlags;
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::agent::{self, AGENT_FILE_NAME, AgentSettings};
use super::file::bytes_of;
use super::key::Row;
use super::{FILE_BYTES_MAX, Fault, Faults, Home, Mistake, SettingsError, read};

/// Nobody but the owner reads a new file, or waits for its lock.
const OWNER_ONLY: u32 = 0o600;
/// Nobody but the owner enters a new folder.
const OWNER_ONLY_FOLDER: u32 = 0o700;

/// What a key was and is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The value before, or its default, as a file would say it.
    pub before: String,
    /// The value now, as the file says it.
    pub now: String,
}

/// Why a file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The file cannot be used as it stands.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The key takes no such value.
    #[error("{0}")]
    Value(Mistake),
    /// The table has no such key.
    #[error("no setting is called [{section}] {key}")]
    Unknown {
        /// The section.
        section: String,
        /// The key.
        key: String,
    },
    /// The key cannot be set without changing what else the file says.
    #[error("{file}: [{section}] {key} cannot be set in the way this file is written")]
    Shape {
        /// The file.
        file: String,
        /// The section.
        section: String,
        /// The key.
        key: String,
    },
    /// Somebody else changed the file in between.
    #[error("the file was changed at the same moment")]
    Changed,
    /// The new file cannot be written.
    #[error("{file}: cannot be written: {source}")]
    Write {
        /// The file.
        file: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

/// Sets a key of an agent's file to what a text means for it.
///
/// `yes` and `no` and the like are switches to a key that is one, digits are a number to a key
/// that is one. An agent without a file gets one.
///
/// # Errors
/// When the file has mistakes or cannot be read, the key takes no such value, or the file cannot
/// be replaced. It is as it was then.
pub fn set(
    home: &Home,
    id: &str,
    section: &str,
    key: &str,
    value: &str,
) -> Result<Edited, EditError> {
    let path = agent::file(home, id)?;
    let failed = |source| EditError::Write { file: path.display().to_string(), source };
    let folder = path.parent().unwrap_or(home.path());
    DirBuilder::new().recursive(true).mode(OWNER_ONLY_FOLDER).create(folder).map_err(failed)?;
    let _turn = turn(folder).map_err(failed)?;

    // Looked at again: a link may have come while others had their turn.
    agent::file(home, id)?;
    let bytes = bytes_of(&path)?;
    let there = bytes.as_ref().map(|_| path.metadata()).transpose().map_err(failed)?;
    let text = edited(&path, bytes.as_deref().unwrap_or_default(), section, key, value)?;
    let Edit { text, change } = text;
    if bytes.as_deref() == Some(text.as_bytes()) {
        return Ok(change);
    }
    if text.len() as u64 > FILE_BYTES_MAX {
        return Err(SettingsError::TooLarge { path }.into());
    }
    let file = written(folder, &text, there.as_ref()).map_err(failed)?;
    // An editor takes no lock.
    if bytes_of(&path)? != bytes {
        return Err(EditError::Changed);
    }
    file.persist(&path).map_err(|error| failed(error.error))?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed)?;
    Ok(change)
}

/// A new text of a file, and what it changes.
struct Edit {
    text: String,
    change: Edited,
}

/// Waits until no other writer is at the files of this folder. Holds until it is dropped, or its
/// process ends.
fn turn(folder: &Path) -> io::Result<File> {
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .mode(OWNER_ONLY)
        .custom_flags(flags)
        .open(folder.join(format!("{AGENT_FILE_NAME}.lock")))?;
    file.lock()?;
    Ok(file)
}

/// The text with the key set to the first meaning of the value that the settings take.
fn edited(
    path: &Path,
    bytes: &[u8],
    section: &str,
    key: &str,
    value: &str,
) -> Result<Edit, EditError> {
    let shape = || EditError::Shape {
        file: path.display().to_string(),
        section: section.to_owned(),
        key: key.to_owned(),
    };
    let before = read::read::<AgentSettings>(path, bytes).map_err(SettingsError::from)?;
    let before = before.settings.rows();
    let place = before.iter().position(|row| row.section == section && row.key == key);
    let place = place
        .ok_or_else(|| EditError::Unknown { section: section.to_owned(), key: key.to_owned() })?;
    let text = String::from_utf8_lossy(bytes);
    let document: DocumentMut = text.parse().map_err(|_| shape())?;
    let plain = document.to_string();
    let mut refused = None;
    for meaning in meanings(value) {
        let mut document = document.clone();
        put(&mut document, section, key, meaning).ok_or_else(shape)?;
        let text = spliced(&text, &plain, &document.to_string()).ok_or_else(shape)?;
        match read::read::<AgentSettings>(path, text.as_bytes()) {
            Ok(read) => {
                let rows = read.settings.rows();
                if !is_same_but(&before, &rows, place) {
                    return Err(shape());
                }
                let [before, now] = [&before, &rows].map(|rows| rows[place].value.clone());
                return Ok(Edit { text, change: Edited { before, now } });
            }
            Err(Faults { all, .. }) => refused = refused.or_else(|| mistake(all)),
        }
    }
    Err(refused.map_or_else(shape, EditError::Value))
}

/// The text with those lines replaced in which the edited document differs from the plain one.
///
/// What writes documents ends every line in its own way; the lines of an editor of another system
/// would all change for one key. `None` if the plain document has other lines than the text.
fn spliced(text: &str, plain: &str, edited: &str) -> Option<String> {
    const MARK: &str = "\u{feff}";
    let (mark, text) = text.strip_prefix(MARK).map_or(("", text), |rest| (MARK, rest));
    let old: Vec<_> = text.split_inclusive('\n').collect();
    let [plain, new] = [plain, edited].map(|text| text.lines().collect::<Vec<_>>());
    if !old.iter().map(|line| content(line)).eq(plain.iter().copied()) {
        return None;
    }
    let same = plain.iter().zip(&new).take_while(|(one, other)| one == other).count();
    let [plain_rest, new_rest] = [&plain[same..], &new[same..]];
    let rests = plain_rest.iter().rev().zip(new_rest.iter().rev());
    let last = rests.take_while(|(one, other)| one == other).count();

    let end = if old.first().is_some_and(|line| line.ends_with("\r\n")) { "\r\n" } else { "\n" };
    let mut spliced = mark.to_owned() + &old[..same].concat();
    let fresh = &new_rest[..new_rest.len() - last];
    if same > 0 && !fresh.is_empty() && !spliced.ends_with('\n') {
        spliced.push_str(end);
    }
    for line in fresh {
        spliced.push_str(line);
        spliced.push_str(end);
    }
    Some(spliced + &old[old.len() - last..].concat())
}

/// A line without its end.
fn content(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// What a text can mean, the likeliest first.
fn meanings(text: &str) -> Vec<Value> {
    let mut meanings = Vec::new();
    if let Ok(integer) = text.parse::<i64>() {
        meanings.push(Value::from(integer));
    } else {
        // Told first when no meaning fits: it is what was written.
        meanings.push(Value::from(text));
    }
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => meanings.push(Value::from(true)),
        "false" | "0" | "no" | "off" => meanings.push(Value::from(false)),
        _ => {}
    }
    meanings
}

/// That a value is wrong, among what is.
fn mistake(faults: Vec<Fault>) -> Option<Mistake> {
    let mut mistakes = faults.into_iter().map(|fault| fault.mistake);
    mistakes.find(|mistake| matches!(mistake, Mistake::Value { .. }))
}

fn is_same_but(before: &[Row], after: &[Row], place: usize) -> bool {
    let others = |rows: &[Row]| {
        let rows = rows.iter().enumerate().filter(|(at, _)| *at != place);
        rows.map(|(_, row)| row.clone()).collect::<Vec<_>>()
    };
    others(before) == others(after)
}

/// Sets the key below its section, whichever of the ways to write a table the file has chosen;
/// `None` if something else stands in its place.
fn put(document: &mut DocumentMut, section: &str, key: &str, value: Value) -> Option<()> {
    // A new section comes last, behind the comments that end the file.
    let root = section.split('.').next().unwrap_or(section);
    let mut end = String::new();
    if !document.contains_key(root) {
        end = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing("");
    }
    let mut table: &mut dyn TableLike = document.as_table_mut();
    let mut is_inline = false;
    for name in section.split('.') {
        if !table.contains_key(name) {
            table.insert(name, if is_inline { inline() } else { headed(&end) });
        }
        let item = table.get_mut(name)?;
        is_inline = item.is_inline_table();
        table = item.as_table_like_mut()?;
    }
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(there) => {
            // What stands around a value is its comment and its spaces.
            let decor = there.decor().clone();
            *there = value;
            *there.decor_mut() = decor;
        }
        None => {
            table.insert(key, Item::Value(value));
        }
    }
    Some(())
}

fn inline() -> Item {
    Item::Value(Value::InlineTable(InlineTable::new()))
}

/// A table with a header of its own once it has a key of its own, and comments before it.
fn headed(comments: &str) -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    if !comments.trim().is_empty() {
        table.decor_mut().set_prefix(format!("{}\n\n", comments.trim_end()));
    }
    Item::Table(table)
}

/// The new file beside the old one, whole and on the disk, with the rights of the old one.
fn written(
    folder: &Path,
    text: &str,
    old: Option<&Metadata>,
) -> io::Result<tempfile::NamedTempFile> {
    let prefix = format!(".{AGENT_FILE_NAME}.");
    let mut file = tempfile::Builder::new().prefix(&prefix).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Some(old) = old {
        let new = file.as_file().metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            fchown(file.as_file(), Some(old.uid()), Some(old.gid()))?;
        }
        file.as_file().set_permissions(Permissions::from_mode(old.mode() & 0o7777))?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod tests;
