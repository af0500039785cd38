//! A narrower surface by choice: what a home, an agent or a connection wants to be shown.
//!
//! It saves prompt bytes and it is a gate like the others: what is left out cannot be called.
//! Must not: open anything.

use tollgate_tools::decl::ToolDecl;
use tollgate_tools::pattern::Pattern;

use super::bits::Bits;
use super::catalog::Catalog;
use crate::text::did_you_mean;

/// What is chosen, as it is written in settings or flags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Families to keep.
    pub toolsets: Vec<String>,
    /// Tools to keep, by name or by the start of names with `*`.
    pub tools: Vec<String>,
    /// Tools to leave out, in the same spelling.
    pub exclude: Vec<String>,
    /// Whether to keep only tools that read.
    pub read_only: bool,
}

/// The longest name that can be chosen, in bytes: twice the longest that a tool can have.
const NAME_BYTES_MAX: usize = 96;

impl Choice {
    /// A name as somebody wrote it between two commas; `None` if there is none, or one that is
    /// longer than any.
    #[must_use]
    pub fn name(text: &str) -> Option<&str> {
        let name = text.trim();
        (!name.is_empty() && name.len() <= NAME_BYTES_MAX).then_some(name)
    }
}

/// A choice that this build can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Narrowing {
    left_out: Bits,
}

/// A name in a choice that this build does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {}", lacking(noun, name, known))]
pub struct UnknownName {
    /// The key that has it.
    pub key: &'static str,
    /// Which entry of the key it is, from 0.
    pub index: usize,
    /// What it should name.
    pub noun: &'static str,
    /// What it names.
    pub name: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    /// What is wrong, without the key.
    #[must_use]
    pub fn lacking(&self) -> String {
        lacking(self.noun, &self.name, &self.known)
    }
}

fn lacking(noun: &str, name: &str, known: &[&str]) -> String {
    format!("there is no {noun} `{name}`{}", did_you_mean(name, known.iter().copied()))
}

impl Narrowing {
    /// A choice, in terms of this build's tools. Without toolsets and tools, everything is kept.
    ///
    /// # Errors
    /// If it names a family or a tool that this build does not have; the first of those.
    pub fn new(catalog: &Catalog, choice: &Choice) -> Result<Self, UnknownName> {
        let (narrowing, unknown) = Self::read(catalog, choice);
        unknown.into_iter().next().map_or(Ok(narrowing), Err)
    }

    /// Every name of a choice that this build does not have.
    #[must_use]
    pub fn unknown_names(catalog: &Catalog, choice: &Choice) -> Vec<UnknownName> {
        Self::read(catalog, choice).1
    }

    fn read(catalog: &Catalog, choice: &Choice) -> (Self, Vec<UnknownName>) {
        let mut unknown = Vec::new();
        let mut named = |list: &List, entries: &[String]| {
            entries.iter().enumerate().fold(Bits::NONE, |all, (index, entry)| {
                let named = (list.named)(catalog, entry);
                if named == Bits::NONE {
                    unknown.push(list.unknown(catalog, index, entry));
                }
                all.or(named)
            })
        };
        let tools = named(&TOOLS, &choice.tools);
        let mut kept = tools.or(named(&TOOLSETS, &choice.toolsets));
        let excluded = named(&EXCLUDE, &choice.exclude);
        if choice.toolsets.is_empty() && choice.tools.is_empty() {
            kept = catalog.all();
        }
        if choice.read_only {
            kept = kept.and(catalog.reading());
        }
        (Self { left_out: catalog.all().without(kept).or(excluded) }, unknown)
    }

    /// What both leave.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { left_out: self.left_out.or(other.left_out) }
    }

    pub(super) const fn left_out(&self) -> Bits {
        self.left_out
    }
}

/// One of the lists of a choice.
struct List {
    key: &'static str,
    noun: &'static str,
    /// The tools that an entry names.
    named: fn(&Catalog, &str) -> Bits,
    /// What an entry can name.
    known: fn(&'static ToolDecl) -> &'static str,
}

const TOOLSETS: List =
    List { key: "toolsets", noun: "toolset", named: Catalog::family, known: |decl| decl.family };
const TOOLS: List = List { key: "tools", noun: "tool", named: tools, known: |decl| decl.name };
const EXCLUDE: List = List { key: "exclude", ..TOOLS };

impl List {
    fn unknown(&self, catalog: &Catalog, index: usize, name: &str) -> UnknownName {
        let mut known: Vec<_> = catalog.registry().decls().map(self.known).collect();
        // Tools of one family need not be neighbours.
        known.sort_unstable();
        known.dedup();
        UnknownName { key: self.key, index, noun: self.noun, name: name.to_owned(), known }
    }
}

fn tools(catalog: &Catalog, entry: &str) -> Bits {
    let pattern = Pattern::read(entry);
    catalog.named(|tool| pattern.as_ref().is_some_and(|it| it.matches(tool)))
}
