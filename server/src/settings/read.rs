//! Reading a settings file against the table of keys: every fault at once, each with its place.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::databases;
use super::fault::{Fault, Faults, Mistake};
use super::key::{KeyDecl, SectionDecl, Table};
use super::table::Settings;
use super::value::{Value, Wrong, cut, described, without_password};
use crate::text::{Lines, Position};

/// The settings of one file, and which of them it gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Loaded<T = Settings> {
    /// Every setting.
    pub settings: T,
    /// The keys that stand in the file.
    pub given: Vec<Given>,
}

/// A key that stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The section.
    pub section: &'static str,
    /// The key.
    pub key: &'static str,
    /// The line of the key.
    pub line: usize,
    /// Where the entries of its value start, if it is a list.
    pub entries: Vec<Position>,
}

/// Reads the bytes of one file.
pub(super) fn read<T: Table>(path: &Path, bytes: &[u8]) -> Result<Loaded<T>, Faults> {
    let one = |fault| Faults { path: path.to_owned(), all: vec![fault] };
    let text = std::str::from_utf8(bytes).map_err(|error| one(not_utf8(bytes, &error)))?;
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader {
        sections: T::SECTIONS,
        lines: Lines(text),
        root: root.get_ref(),
        faults: Vec::new(),
        given: Vec::new(),
    };
    let mut settings = T::default();
    if let Some(error) = errors.first() {
        // What follows a syntax error was read by guessing, so that it is not judged.
        return Err(one(reader.syntax(error)));
    }
    settings.read(&mut reader);
    reader.refuse_unknown(T::HAS_DATABASES);
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
    sections: &'static [SectionDecl],
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
        read: impl Fn(&DeValue<'_>) -> Option<V>,
    ) {
        let Some((name, found)) = self.section(section).and_then(|table| entry(table, key)) else {
            return;
        };
        if let Some(value) = read(found.get_ref()) {
            *into = value;
            let line = self.lines.position(name.start).line;
            let entries = found.get_ref().as_array().into_iter().flatten();
            let entries = self.lines.positions(entries.map(|entry| entry.span().start));
            self.given.push(Given { section, key, line, entries });
            return;
        }
        let allowed = self.key(section, key).map_or(V::ALLOWED, |key| key.allowed);
        let proposal = V::proposal(found.get_ref());
        for Wrong { offset, found } in V::wrong(found) {
            let mistake = Mistake::Value { found, allowed, proposal: proposal.clone() };
            self.fault(offset, Some(format!("{section}.{key}")), mistake);
        }
    }

    fn key(&self, section: &str, key: &str) -> Option<&'static KeyDecl> {
        let section = self.sections.iter().find(|declared| declared.name == section)?;
        section.keys.iter().find(|declared| declared.name == key)
    }

    /// The table of a section, whose name may lead through others.
    fn section(&self, section: &str) -> Option<&DeTable<'_>> {
        let mut table = self.root;
        for name in section.split('.') {
            table = entry(table, name)?.1.get_ref().as_table()?;
        }
        Some(table)
    }

    fn fault(&mut self, offset: usize, key: Option<String>, mistake: Mistake) {
        self.faults.push(Fault { position: self.lines.position(offset), key, mistake });
    }

    /// Reports every name that no line of the table has.
    fn refuse_unknown(&mut self, has_databases: bool) {
        for (name, value) in self.root {
            let found = name.get_ref().as_ref();
            if has_databases && found == databases::SECTION {
                self.faults.extend(databases::read(value, self.lines).err().unwrap_or_default());
            } else if self.leads_to_section(found) {
                self.refuse_unknown_below(found, name, value);
            } else if value.get_ref().is_table() {
                let (found, known) = (found.to_owned(), self.section_names());
                let mistake = Mistake::UnknownSection { found, known };
                self.fault(name.span().start, None, mistake);
            } else {
                let sections = self.sections_with(found).collect();
                let (found, known) = (found.to_owned(), self.section_names());
                let mistake = Mistake::NoSection { found, sections, known };
                self.fault(name.span().start, None, mistake);
            }
        }
    }

    /// The same for what stands below a name that is a section, or leads to one.
    fn refuse_unknown_below(
        &mut self,
        path: &str,
        name: &Spanned<DeString<'_>>,
        value: &Spanned<DeValue<'_>>,
    ) {
        let DeValue::Table(table) = value.get_ref() else {
            let mistake = Mistake::NotSection { found: described(value.get_ref()) };
            return self.fault(name.span().start, Some(path.to_owned()), mistake);
        };
        let section = self.sections.iter().find(|section| section.name == path);
        for (name, value) in table {
            let found = name.get_ref().as_ref();
            let full = format!("{path}.{found}");
            if section.is_some_and(|section| section.keys.iter().any(|key| key.name == found)) {
                continue;
            }
            if self.leads_to_section(&full) {
                self.refuse_unknown_below(&full, name, value);
                continue;
            }
            let (key, mistake) = match section {
                Some(section) => {
                    let mistake = Mistake::UnknownKey {
                        found: found.to_owned(),
                        section: section.name,
                        known: section.keys.iter().map(|key| key.name).collect(),
                        elsewhere: self.sections_with(found).next(),
                    };
                    (Some(full), mistake)
                }
                None => {
                    let known = self.section_names();
                    (None, Mistake::UnknownSection { found: full, known })
                }
            };
            self.fault(name.span().start, key, mistake);
        }
    }

    /// Whether a name is that of a section, or the start of one.
    fn leads_to_section(&self, path: &str) -> bool {
        let leads = |name: &str| match name.strip_prefix(path) {
            Some(rest) => rest.is_empty() || rest.starts_with('.'),
            None => false,
        };
        self.sections.iter().any(|section| leads(section.name))
    }

    fn section_names(&self) -> Vec<&'static str> {
        self.sections.iter().map(|section| section.name).collect()
    }

    fn sections_with(&self, key: &str) -> impl Iterator<Item = &'static str> {
        self.sections
            .iter()
            .filter(move |section| section.keys.iter().any(|declared| declared.name == key))
            .map(|section| section.name)
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
    fn key_on(&self, line: usize) -> Option<(&'static str, &'static KeyDecl)> {
        self.sections.iter().find_map(|section| {
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

#[cfg(test)]
mod tests;
