//! What can be wrong in a settings file, and what its author is told.

use std::fmt;
use std::path::PathBuf;

use crate::text::{Position, did_you_mean};

/// Everything that is wrong in one file, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    /// The file.
    pub path: PathBuf,
    /// At least one fault.
    pub all: Vec<Fault>,
}

/// One mistake and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it starts.
    pub position: Position,
    /// The key it concerns, `section.key`, as far as it can be told.
    pub key: Option<String>,
    /// What is wrong.
    pub mistake: Mistake,
}

/// What is wrong at a place of a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The bytes are no text.
    NotUtf8,
    /// The text is no TOML.
    Syntax {
        /// What the TOML reader says.
        message: String,
        /// The line as it stands in the file.
        line: String,
        /// What the key takes, if the place belongs to a known one.
        allowed: Option<&'static str>,
    },
    /// No section has this name.
    UnknownSection {
        /// The name found.
        found: String,
        /// Every section.
        known: Vec<&'static str>,
    },
    /// A key stands outside of every section.
    NoSection {
        /// The name found.
        found: String,
        /// The sections that have a key of this name.
        sections: Vec<&'static str>,
        /// Every section.
        known: Vec<&'static str>,
    },
    /// A section's name is used for a value.
    NotSection {
        /// What stands there.
        found: String,
    },
    /// The section has no such key.
    UnknownKey {
        /// The name found.
        found: String,
        /// The section.
        section: &'static str,
        /// Every key of the section.
        known: Vec<&'static str>,
        /// Another section that has a key of this name.
        elsewhere: Option<&'static str>,
    },
    /// A key that must be given is not.
    Missing {
        /// What the key takes.
        allowed: &'static str,
    },
    /// The key does not take this value.
    Value {
        /// What stands there.
        found: String,
        /// What the key takes.
        allowed: &'static str,
        /// The proposal, ready to be appended.
        proposal: String,
    },
}

impl std::error::Error for Faults {}

impl Faults {
    /// Where the file is wrong and what kind of wrong that is, without a word of what it says.
    #[must_use]
    pub fn places(&self) -> String {
        const FAULTS_MAX: usize = 10;
        let place = |fault: &Fault| {
            let Position { line, column } = fault.position;
            format!("{line}:{column}: {}", fault.mistake.kind())
        };
        let mut places: Vec<_> = self.all.iter().take(FAULTS_MAX).map(place).collect();
        if self.all.len() > FAULTS_MAX {
            places.push(format!("{} more", self.all.len() - FAULTS_MAX));
        }
        places.join("; ")
    }
}

impl Mistake {
    /// What kind of mistake it is, without what stands in the file.
    const fn kind(&self) -> &'static str {
        match self {
            Self::NotUtf8 => "not UTF-8",
            Self::Syntax { .. } => "not TOML",
            Self::UnknownSection { .. } => "unknown section",
            Self::NoSection { .. } => "a key outside of a section",
            Self::NotSection { .. } => "a value in place of a section",
            Self::UnknownKey { .. } => "unknown key",
            Self::Missing { .. } => "a key is missing",
            Self::Value { .. } => "a value that its key does not take",
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.all.iter().enumerate() {
            if at > 0 {
                out.write_str("\n")?;
            }
            let Position { line, column } = fault.position;
            write!(out, "{}:{line}:{column}: ", self.path.display())?;
            if let Some(key) = &fault.key {
                write!(out, "{key}: ")?;
            }
            write!(out, "{}", fault.mistake)?;
        }
        Ok(())
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => out.write_str("a byte that is not UTF-8; save the file as UTF-8"),
            Self::Syntax { message, line, allowed } => {
                write!(out, "not TOML: {message}, found `{line}`")?;
                match allowed {
                    Some(allowed) => write!(out, "; expected {allowed}"),
                    None => Ok(()),
                }
            }
            Self::UnknownSection { found, known } => write!(
                out,
                "unknown section [{found}]; the sections are {}{}",
                listed(known, |name| format!("[{name}]")),
                did_you_mean(found, known.iter().copied())
            ),
            Self::NoSection { found, sections, known } => {
                write!(out, "key `{found}` stands outside of a section")?;
                match sections.as_slice() {
                    [] => write!(
                        out,
                        " and no section has it; the sections are {}",
                        listed(known, |name| format!("[{name}]"))
                    ),
                    sections => write!(
                        out,
                        "; it belongs below {}",
                        listed(sections, |name| format!("[{name}]"))
                    ),
                }
            }
            Self::NotSection { found } => {
                write!(out, "found {found}, expected a section with its keys below it")
            }
            Self::UnknownKey { found, section, known, elsewhere } => {
                let keys = listed(known, |name| format!("`{name}`"));
                write!(out, "unknown key; the keys of [{section}] are {keys}")?;
                match elsewhere {
                    Some(elsewhere) => write!(out, "; [{elsewhere}] has a key of this name"),
                    None => out.write_str(&did_you_mean(found, known.iter().copied())),
                }
            }
            Self::Missing { allowed } => write!(out, "missing; give {allowed}"),
            Self::Value { found, allowed, proposal } => {
                write!(out, "found {found}, expected {allowed}{proposal}")
            }
        }
    }
}

fn listed(names: &[&str], show: impl Fn(&str) -> String) -> String {
    names.iter().map(|name| show(name)).collect::<Vec<_>>().join(", ")
}
