//! Reading a settings file against the table of keys: every fault at once, each with its place.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::databases;
use super::fault::{Fault, Faults, Mistake};
use super::table::Settings;
use super::value::{Value, without_password};
use crate::text::Lines;

/// Settings, and which of them a file gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded {
    /// Every setting.
    pub settings: Settings,
    /// The keys that stand in the file.
    pub given: Vec<Given>,
}

/// A key that stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The section.
    pub section: &'static str,
    /// The key.
    pub key: &'static str,
    /// The line of the key.
    pub line: usize,
}

/// Reads the bytes of one file.
pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<Loaded, Faults> {
    let one = |fault| Faults { path: path.to_owned(), all: vec![fault] };
    let text = std::str::from_utf8(bytes).map_err(|error| one(not_utf8(bytes, &error)))?;
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut reader =
        Reader { lines: Lines(text), root: root.get_ref(), faults: Vec::new(), given: Vec::new() };
    let mut settings = Settings::default();
    if let Some(error) = errors.first() {
        // What follows a syntax error was read by guessing, so that it is not judged.
        return Err(one(reader.syntax(error)));
    }
    settings.read(&mut reader);
    reader.refuse_unknown();
    let Reader { mut faults, given, .. } = reader;
    if faults.is_empty() {
        return Ok(Loaded { settings, given });
    }
    faults.sort_by_key(|fault| fault.position);
    Err(Faults { path: path.to_owned(), all: faults })
}

fn not_utf8(bytes: &[u8], error: &std::str::Utf8Error) -> Fault {
    let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
    let position = Lines(&valid).position(valid.len());
    Fault { position, key: None, mistake: Mistake::NotUtf8 }
}

/// One parsed file while it is read.
pub(super) struct Reader<'a> {
    lines: Lines<'a>,
    root: &'a DeTable<'a>,
    faults: Vec<Fault>,
    given: Vec<Given>,
}

impl Reader<'_> {
    /// Sets `into` if the file gives the key.
    pub(super) fn take<V: Value>(
        &mut self,
        section: &'static str,
        key: &'static str,
        into: &mut V,
    ) {
        let Some((name, found)) = self.section(section).and_then(|table| entry(table, key)) else {
            return;
        };
        if let Some(value) = V::read(found.get_ref()) {
            *into = value;
            let line = self.lines.position(name.start).line;
            self.given.push(Given { section, key, line });
        } else {
            let mistake = Mistake::Value {
                found: shown(found.get_ref()),
                allowed: V::ALLOWED,
                proposal: V::proposal(found.get_ref()),
            };
            self.fault(found.span().start, Some(format!("{section}.{key}")), mistake);
        }
    }

    fn section(&self, section: &str) -> Option<&DeTable<'_>> {
        entry(self.root, section)?.1.get_ref().as_table()
    }

    fn fault(&mut self, offset: usize, key: Option<String>, mistake: Mistake) {
        self.faults.push(Fault { position: self.lines.position(offset), key, mistake });
    }

    /// Reports every name that no line of the table has.
    fn refuse_unknown(&mut self) {
        for (name, value) in self.root {
            let (found, at) = (name.get_ref().as_ref(), name.span().start);
            if found == databases::SECTION {
                self.faults.extend(databases::read(value, self.lines).err().unwrap_or_default());
                continue;
            }
            let declared = Settings::SECTIONS.iter().find(|section| section.name == found);
            match (declared, value.get_ref()) {
                (Some(section), DeValue::Table(keys)) => self.refuse_unknown_keys(section, keys),
                (Some(_), other) => {
                    let found_value = shown(other);
                    let mistake = Mistake::NotSection { found: found_value };
                    self.fault(at, Some(found.to_owned()), mistake);
                }
                (None, DeValue::Table(_)) => {
                    let known = section_names();
                    let mistake = Mistake::UnknownSection { found: found.to_owned(), known };
                    self.fault(at, None, mistake);
                }
                (None, _) => {
                    let sections = sections_with(found).collect();
                    let known = section_names();
                    let found = found.to_owned();
                    self.fault(at, None, Mistake::NoSection { found, sections, known });
                }
            }
        }
    }

    fn refuse_unknown_keys(&mut self, section: &super::SectionDecl, keys: &DeTable<'_>) {
        for (name, _) in keys {
            let found = name.get_ref().as_ref();
            if section.keys.iter().any(|key| key.name == found) {
                continue;
            }
            let mistake = Mistake::UnknownKey {
                found: found.to_owned(),
                section: section.name,
                known: section.keys.iter().map(|key| key.name).collect(),
                elsewhere: sections_with(found).next(),
            };
            self.fault(name.span().start, Some(format!("{}.{found}", section.name)), mistake);
        }
    }

    /// The fault of a file that is no TOML, with the key it hit if that can be told.
    fn syntax(&self, error: &toml::de::Error) -> Fault {
        let offset = error.span().map_or(0, |span| span.start);
        let position = self.lines.position(offset);
        let hit = self.key_on(position.line);
        let line = self.lines.0.lines().nth(position.line - 1).unwrap_or_default();
        Fault {
            position,
            key: hit.map(|(section, key)| format!("{section}.{}", key.name)),
            mistake: Mistake::Syntax {
                message: error.message().to_owned(),
                line: cut(without_password(line.trim()).as_str()),
                allowed: hit.map(|(_, key)| key.allowed),
            },
        }
    }

    /// The declared key whose name stands on a line, among what could still be read.
    fn key_on(&self, line: usize) -> Option<(&'static str, &'static super::KeyDecl)> {
        Settings::SECTIONS.iter().find_map(|section| {
            let table = self.section(section.name)?;
            section.keys.iter().find_map(|key| {
                let (name, _) = entry(table, key.name)?;
                let on_line = self.lines.position(name.start).line == line;
                on_line.then_some((section.name, key))
            })
        })
    }
}

fn entry<'t, 'i>(
    table: &'t DeTable<'i>,
    name: &str,
) -> Option<(std::ops::Range<usize>, &'t Spanned<DeValue<'i>>)> {
    let (key, value) = table.iter().find(|(key, _)| key.get_ref() == name)?;
    Some((key.span(), value))
}

fn section_names() -> Vec<&'static str> {
    Settings::SECTIONS.iter().map(|section| section.name).collect()
}

fn sections_with(key: &str) -> impl Iterator<Item = &'static str> {
    Settings::SECTIONS
        .iter()
        .filter(move |section| section.keys.iter().any(|declared| declared.name == key))
        .map(|section| section.name)
}

/// A value as a message names it: its kind and its spelling, without passwords.
fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text {:?}", cut(&without_password(text))),
        DeValue::Integer(integer) => format!("the integer {}", cut(integer.as_str())),
        DeValue::Float(float) => format!("the number {}", cut(float.as_str())),
        DeValue::Boolean(boolean) => boolean.to_string(),
        DeValue::Datetime(instant) => format!("the time {instant}"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn cut(text: &str) -> String {
    const CHARS_MAX: usize = 60;
    if text.chars().count() <= CHARS_MAX {
        return text.to_owned();
    }
    text.chars().take(CHARS_MAX).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests;
