//! A narrower surface by choice: what a home, an agent or a connection wants to be shown.
//!
//! It saves prompt bytes and it is a gate like the others: what is left out cannot be called.
//! Must not: open anything.

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

/// A choice that this build can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrowing {
    left_out: Bits,
}

/// A choice that names what this build does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: there is no {noun} `{name}`{}", did_you_mean(name, known.iter().copied()))]
pub struct UnknownName {
    /// The key that has it.
    pub key: &'static str,
    /// What it should name.
    pub noun: &'static str,
    /// What it names.
    pub name: String,
    known: Vec<&'static str>,
}

impl Narrowing {
    /// A choice, in terms of this build's tools. Without toolsets and tools, everything is kept.
    ///
    /// # Errors
    /// If it names a family or a tool that this build does not have.
    pub fn new(catalog: &Catalog, choice: &Choice) -> Result<Self, UnknownName> {
        let mut kept = tools(catalog, "tools", &choice.tools)?;
        for family in &choice.toolsets {
            let named = catalog.family(family);
            if named == Bits::NONE {
                let known = catalog.registry().decls().map(|decl| decl.family);
                return Err(unknown("toolsets", "toolset", family, known));
            }
            kept = kept.or(named);
        }
        if choice.toolsets.is_empty() && choice.tools.is_empty() {
            kept = catalog.all();
        }
        if choice.read_only {
            kept = kept.and(catalog.reading());
        }
        let excluded = tools(catalog, "exclude", &choice.exclude)?;
        Ok(Self { left_out: catalog.all().without(kept).or(excluded) })
    }

    pub(super) const fn left_out(&self) -> Bits {
        self.left_out
    }
}

fn tools(catalog: &Catalog, key: &'static str, entries: &[String]) -> Result<Bits, UnknownName> {
    let mut tools = Bits::NONE;
    for entry in entries {
        let pattern = Pattern::read(entry);
        let named = catalog.named(|tool| pattern.as_ref().is_some_and(|it| it.matches(tool)));
        if named == Bits::NONE {
            let known = catalog.registry().decls().map(|decl| decl.name);
            return Err(unknown(key, "tool", entry, known));
        }
        tools = tools.or(named);
    }
    Ok(tools)
}

fn unknown(
    key: &'static str,
    noun: &'static str,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> UnknownName {
    let mut known: Vec<_> = known.collect();
    // Tools of one family need not be neighbours.
    known.sort_unstable();
    known.dedup();
    UnknownName { key, noun, name: name.to_owned(), known }
}
