//! `[db_sources.<name>]`: the databases that agents can be opened, and to whom they are open.
//!
//! The sections have names of the operator's choosing, so they are no lines of the table of keys.
//! They are read anew by whoever needs them: what a file says now is what holds.

mod address;
mod manual;

use std::ops::RangeInclusive;
use std::path::Path;

use tollgate_tools::port::Dialect;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::agent;
use super::fault::{Fault, Faults, Mistake};
use super::file::bytes_of;
use super::{Home, SettingsError};
use crate::text::{Lines, did_you_mean};

pub use address::{Address, path};
pub(super) use manual::MANUAL;

/// The name of the section.
pub(super) const SECTION: &str = "db_sources";
/// What messages call one of the sections.
const ONE: &str = "db_sources.<name>";
const KEYS: &[&str] =
    &["allowed_tables", "driver", "label", "max_rows", "timeout_ms", "url", "url_env"];

/// Databases of one installation.
const SOURCES_MAX: usize = 64;
/// Bytes of a name.
const NAME_BYTES_MAX: usize = 64;
/// Bytes of a label.
const LABEL_BYTES_MAX: usize = 200;
/// Tables that one source can name.
const TABLES_MAX: usize = 500;
const ROWS_DEFAULT: u32 = 200;
const ROWS: RangeInclusive<u32> = 1..=1_000;
const TIMEOUT_MS_DEFAULT: u32 = 10_000;
const TIMEOUT_MS: RangeInclusive<u32> = 100..=120_000;

/// A database that agents can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DbSource {
    /// The name that tools use for it.
    pub name: String,
    /// What it holds, in the operator's words.
    pub label: String,
    /// Which SQL it speaks.
    pub driver: Dialect,
    /// Where it is.
    pub address: Address,
    /// The tables that may be read; `None` means all.
    pub tables: Option<Vec<String>>,
    /// Rows of one answer.
    pub max_rows: u32,
    /// Milliseconds of one question.
    pub timeout_ms: u32,
}

/// The databases that the settings file of a home describes, by name.
///
/// # Errors
/// If the file cannot be read, is no TOML, or describes one of them wrongly.
pub fn databases(home: &Home) -> Result<Vec<DbSource>, SettingsError> {
    let path = home.settings_file();
    let Some(bytes) = bytes_of(&path)? else { return Ok(Vec::new()) };
    let fail = |all| SettingsError::Faulty(Faults { path: path.clone(), all });
    let text = text_of(&path, &bytes)?;
    let root = parsed(&path, text)?;
    let Some(found) = entry(&root, SECTION) else { return Ok(Vec::new()) };
    read(found, Lines(text)).map_err(fail)
}

/// The names of the databases that are open to an agent, from its own settings file.
///
/// # Errors
/// If that file has any mistake. What cannot be read opens nothing.
pub fn databases_of(home: &Home, agent_id: &str) -> Result<Vec<String>, SettingsError> {
    if !agent::is_id(agent_id) {
        return Ok(Vec::new());
    }
    let loaded = agent::load(home, agent_id)?;
    Ok(loaded.map(|file| file.settings.capabilities.db_sources).unwrap_or_default())
}

fn entry<'t, 'i>(table: &'t DeTable<'i>, key: &str) -> Option<&'t Spanned<DeValue<'i>>> {
    table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
}

fn text_of<'b>(path: &Path, bytes: &'b [u8]) -> Result<&'b str, SettingsError> {
    let position = crate::text::Position { line: 1, column: 1 };
    std::str::from_utf8(bytes).map_err(|_| {
        let fault = Fault { position, key: None, mistake: Mistake::NotUtf8 };
        SettingsError::Faulty(Faults { path: path.to_owned(), all: vec![fault] })
    })
}

fn parsed<'t>(path: &Path, text: &'t str) -> Result<DeTable<'t>, SettingsError> {
    DeTable::parse(text).map(Spanned::into_inner).map_err(|error| {
        let position = Lines(text).position(error.span().map_or(0, |span| span.start));
        // The line itself may hold a password, so that it is not shown.
        let (message, line) = (error.message().to_owned(), "...".to_owned());
        let mistake = Mistake::Syntax { message, line, allowed: None };
        let all = vec![Fault { position, key: None, mistake }];
        SettingsError::Faulty(Faults { path: path.to_owned(), all })
    })
}

/// Reads the section with everything below it, or tells every mistake.
pub(super) fn read(
    found: &Spanned<DeValue<'_>>,
    lines: Lines<'_>,
) -> Result<Vec<DbSource>, Vec<Fault>> {
    let mut reader = Reader { lines, faults: Vec::new() };
    let mut sources = Vec::new();
    match found.get_ref() {
        DeValue::Table(tables) => {
            for (name, table) in tables {
                sources.extend(reader.source(name.get_ref(), name.span().start, table));
            }
            if tables.len() > SOURCES_MAX {
                let mistake = Mistake::Value {
                    found: format!("{} sources", tables.len()),
                    allowed: "at most 64",
                    proposal: String::new(),
                };
                reader.fault(found.span().start, SECTION.to_owned(), mistake);
            }
        }
        other => {
            let mistake = value(other, "sections of the form [db_sources.<name>]");
            reader.fault(found.span().start, SECTION.to_owned(), mistake);
        }
    }
    sources.sort_by(|left, right| left.name.cmp(&right.name));
    reader.faults.sort_by_key(|fault| fault.position);
    if reader.faults.is_empty() { Ok(sources) } else { Err(reader.faults) }
}

/// What stands there instead of what is allowed. The text itself may be a password.
fn value(found: &DeValue<'_>, allowed: &'static str) -> Mistake {
    let found = match found {
        DeValue::String(text) => format!("a text of {} characters", text.chars().count()),
        DeValue::Integer(integer) => format!("the integer {}", integer.as_str()),
        other => format!("a value of the type {}", other.type_str()),
    };
    Mistake::Value { found, allowed, proposal: String::new() }
}

fn texts(found: &DeValue<'_>) -> Option<Vec<String>> {
    let items = found.as_array()?;
    items.iter().map(|item| item.get_ref().as_str().map(str::to_owned)).collect()
}

struct Reader<'a> {
    lines: Lines<'a>,
    faults: Vec<Fault>,
}

/// One section while it is read.
struct Section<'t, 'i> {
    name: &'t str,
    at: usize,
    keys: &'t DeTable<'i>,
}

impl<'t, 'i> Section<'t, 'i> {
    fn find(&self, key: &str) -> Option<&'t Spanned<DeValue<'i>>> {
        entry(self.keys, key)
    }
}

impl Reader<'_> {
    fn fault(&mut self, offset: usize, key: String, mistake: Mistake) {
        let position = self.lines.position(offset);
        self.faults.push(Fault { position, key: Some(key), mistake });
    }

    fn source(&mut self, name: &str, at: usize, found: &Spanned<DeValue<'_>>) -> Option<DbSource> {
        let key = format!("{SECTION}.{name}");
        let DeValue::Table(keys) = found.get_ref() else {
            self.fault(at, key, value(found.get_ref(), "a section with its keys below it"));
            return None;
        };
        if !is_name(name) {
            let allowed = "a small letter, then small letters, digits and `_`, 64 at most";
            let proposal = String::new();
            let found = format!("the name `{}`", name.chars().take(80).collect::<String>());
            self.fault(at, key, Mistake::Value { found, allowed, proposal });
        }
        let section = Section { name, at, keys };
        self.refuse_unknown(&section);
        let label = self.text(&section, "label", LABEL_BYTES_MAX);
        let driver = self.driver(&section);
        let address = self.address(&section, driver);
        let tables = self.tables(&section);
        let max_rows = self.number(&section, "max_rows", &ROWS, ROWS_DEFAULT);
        let timeout_ms = self.number(&section, "timeout_ms", &TIMEOUT_MS, TIMEOUT_MS_DEFAULT);
        Some(DbSource {
            name: name.to_owned(),
            label: label?,
            driver: driver?,
            address: address?,
            tables: tables?,
            max_rows: max_rows?,
            timeout_ms: timeout_ms?,
        })
    }

    fn refuse_unknown(&mut self, section: &Section<'_, '_>) {
        for (name, _) in section.keys {
            let found = name.get_ref().as_ref();
            if !KEYS.contains(&found) {
                let mistake = Mistake::UnknownKey {
                    found: found.to_owned(),
                    section: ONE,
                    known: KEYS.to_vec(),
                    elsewhere: None,
                };
                self.fault(
                    name.span().start,
                    format!("{SECTION}.{}.{found}", section.name),
                    mistake,
                );
            }
        }
    }

    fn wrong(&mut self, section: &Section<'_, '_>, key: &str, mistake: Mistake) {
        let at = section.find(key).map_or(section.at, |found| found.span().start);
        self.fault(at, format!("{SECTION}.{}.{key}", section.name), mistake);
    }

    /// A text, by default empty.
    fn text(&mut self, section: &Section<'_, '_>, key: &str, bytes_max: usize) -> Option<String> {
        let Some(found) = section.find(key) else { return Some(String::new()) };
        match found.get_ref().as_str().filter(|text| text.len() <= bytes_max) {
            Some(text) => Some(text.to_owned()),
            None => {
                self.wrong(section, key, value(found.get_ref(), "a text of at most 200 bytes"));
                None
            }
        }
    }

    fn number(
        &mut self,
        section: &Section<'_, '_>,
        key: &str,
        range: &RangeInclusive<u32>,
        default: u32,
    ) -> Option<u32> {
        let Some(found) = section.find(key) else { return Some(default) };
        let number = found
            .get_ref()
            .as_integer()
            .and_then(|text| u32::from_str_radix(text.as_str(), text.radix()).ok());
        if let Some(number) = number.filter(|number| range.contains(number)) {
            return Some(number);
        }
        let allowed = match key {
            "max_rows" => "an integer from 1 to 1000",
            _ => "an integer from 100 to 120000",
        };
        self.wrong(section, key, value(found.get_ref(), allowed));
        None
    }

    fn driver(&mut self, section: &Section<'_, '_>) -> Option<Dialect> {
        const ALLOWED: &str = "\"sqlite\", \"postgres\" or \"mysql\"";
        let Some(found) = section.find("driver") else {
            self.wrong(section, "driver", Mistake::Missing { allowed: ALLOWED });
            return None;
        };
        let word = found.get_ref().as_str().map(str::to_lowercase).unwrap_or_default();
        match word.as_str() {
            "sqlite" | "sqlite3" => Some(Dialect::Sqlite),
            "postgres" | "postgresql" | "pg" => Some(Dialect::Postgres),
            "mysql" | "mariadb" => Some(Dialect::MySql),
            other => {
                let proposal = did_you_mean(other, ["sqlite", "postgres", "mysql"]);
                let found = format!("{other:?}").chars().take(60).collect();
                let mistake = Mistake::Value { found, allowed: ALLOWED, proposal };
                self.wrong(section, "driver", mistake);
                None
            }
        }
    }

    fn address(&mut self, section: &Section<'_, '_>, driver: Option<Dialect>) -> Option<Address> {
        const ALLOWED: &str = "`url`, an address, or `url_env`, the variable that holds one";
        let (key, found) = match (section.find("url"), section.find("url_env")) {
            (Some(url), None) => ("url", url),
            (None, Some(variable)) => ("url_env", variable),
            (None, None) => {
                self.wrong(section, "url", Mistake::Missing { allowed: ALLOWED });
                return None;
            }
            (Some(_), Some(_)) => {
                let found = "both `url` and `url_env`".to_owned();
                let mistake =
                    Mistake::Value { found, allowed: "one of the two", proposal: String::new() };
                self.wrong(section, "url_env", mistake);
                return None;
            }
        };
        let driver = driver?;
        let text = found.get_ref().as_str();
        let (address, allowed) = match key {
            "url" => (text.and_then(|text| Address::given(driver, text)), address::allowed(driver)),
            _ => (text.and_then(Address::variable), "the name of an environment variable"),
        };
        if address.is_none() {
            self.wrong(section, key, value(found.get_ref(), allowed));
        }
        address
    }

    fn tables(&mut self, section: &Section<'_, '_>) -> Option<Option<Vec<String>>> {
        const KEY: &str = "allowed_tables";
        const ALLOWED: &str = "a list of 1 to 500 names of tables, or [\"*\"] for all";
        let Some(found) = section.find(KEY) else {
            self.wrong(section, KEY, Mistake::Missing { allowed: ALLOWED });
            return None;
        };
        let names = texts(found.get_ref()).filter(|names| (1..=TABLES_MAX).contains(&names.len()));
        match names {
            Some(names) if names == ["*"] => Some(None),
            Some(names) if names.iter().all(|name| !name.is_empty() && name != "*") => {
                Some(Some(names))
            }
            _ => {
                self.wrong(section, KEY, value(found.get_ref(), ALLOWED));
                None
            }
        }
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.len() <= NAME_BYTES_MAX
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
