//! Names in settings files that mean no tool of this build.
//!
//! In `[surface]` each is a mistake: its file closes what it governs. In the lists of an agent it
//! is none, because they speak of tools of other servers and of other builds as well; what is told
//! of those is a slip of the hand. Must not: know where in a file a name stands.

use tollgate_tools::pattern::Pattern;

use super::{agent_choice, home_choice};
use crate::gate::{Catalog, Choice, Narrowing};
use crate::settings::Settings;
use crate::settings::agent::{AgentSettings, Capabilities};
use crate::text::misspelt;

/// What clients put in front of the name of a server and of its tools.
const CLIENT_PREFIX: &str = "mcp__";
/// This server's name.
const SERVER: &str = "tollgate";

/// An entry of a list that means no tool of this build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misnamed {
    /// The section.
    pub section: &'static str,
    /// The key.
    pub key: &'static str,
    /// Which entry it is, from 0.
    pub index: usize,
    /// What is wrong.
    pub text: String,
}

/// The mistakes in `config.toml`.
#[must_use]
pub fn unknown_in_home(catalog: &Catalog, settings: &Settings) -> Vec<Misnamed> {
    unknown(catalog, &home_choice(&settings.surface))
}

/// The mistakes in an `agent.toml`.
#[must_use]
pub fn unknown_in_agent(catalog: &Catalog, settings: &AgentSettings) -> Vec<Misnamed> {
    unknown(catalog, &agent_choice(&settings.surface))
}

fn unknown(catalog: &Catalog, choice: &Choice) -> Vec<Misnamed> {
    let unknown = Narrowing::unknown_names(catalog, choice).into_iter();
    let misnamed = unknown.map(|it| Misnamed {
        section: "surface",
        key: it.key,
        index: it.index,
        text: it.lacking(),
    });
    misnamed.collect()
}

/// The slips in the lists of tools of an `agent.toml`: entries that mean no tool, and would if a
/// letter or two were others.
#[must_use]
pub fn slips(catalog: &Catalog, capabilities: &Capabilities) -> Vec<Misnamed> {
    let lists = [
        ("denied_tools", &capabilities.denied_tools),
        ("allowed_tools", &capabilities.allowed_tools),
        ("scoped_tools", &capabilities.scoped_tools),
        ("approval_required_tools", &capabilities.approval_required_tools),
        ("irreversible_tools", &capabilities.irreversible_tools),
        ("maybe_irreversible_tools", &capabilities.maybe_irreversible_tools),
    ];
    let mut slips = Vec::new();
    for (key, entries) in lists {
        for (index, entry) in entries.iter().enumerate() {
            if let Some(meant) = meant(catalog, entry) {
                let text = format!("`{entry}` is no tool of this server; did you mean `{meant}`?");
                slips.push(Misnamed { section: "capabilities", key, index, text });
            }
        }
    }
    slips
}

/// What an entry was probably meant to be, if it means nothing here.
fn meant(catalog: &Catalog, entry: &str) -> Option<String> {
    let (server, name) = match entry.strip_prefix(CLIENT_PREFIX).map(|it| it.split_once("__")) {
        Some(Some((server, name))) => (Some(server), name),
        Some(None) => return None,
        None => (None, entry),
    };
    let is_here = |name: &str| {
        let pattern = Pattern::read(name)?;
        catalog.registry().decls().any(|decl| pattern.matches(decl.name)).then_some(())
    };
    let (stem, end) = name.split_at(name.find(['(', '*']).unwrap_or(name.len()));
    let meant = match is_here(name) {
        Some(()) => name.to_owned(),
        None => nearest(catalog, stem, end.starts_with('*'))?.to_owned() + end,
    };
    match server {
        None if meant == name => None,
        None => Some(meant),
        Some(SERVER) if meant == name => None,
        Some(SERVER) => Some(format!("{CLIENT_PREFIX}{SERVER}__{meant}")),
        // A name that another server may well have is told only where that server is none.
        Some(server) => misspelt(server, [SERVER])
            .filter(|_| meant == name)
            .map(|server| format!("{CLIENT_PREFIX}{server}__{meant}")),
    }
}

/// The name, or the start of names, that a stem is a slip of.
fn nearest(catalog: &Catalog, stem: &str, is_open: bool) -> Option<&'static str> {
    let names = catalog.registry().decls().map(|decl| decl.name);
    if !is_open {
        return misspelt(stem, names);
    }
    let starts = |name: &'static str| name.match_indices('_').map(|(at, _)| &name[..=at]);
    misspelt(stem, names.flat_map(starts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::REGISTRY;

    #[track_caller]
    fn check(entry: &str, expected: Option<&str>) {
        let catalog = Catalog::new(&REGISTRY);
        assert_eq!(meant(&catalog, entry).as_deref(), expected, "{entry}");
    }

    #[test]
    fn what_means_a_tool_is_no_slip() {
        for entry in ["todo_read", "todo_*", "*", "mcp__tollgate__*", "mcp__tollgate__todo_read"] {
            check(entry, None);
        }
        check("todo_read(path:*)", None);
        check("mcp__tollgate", None);
    }

    #[test]
    fn a_letter_that_is_wrong_is_told_with_what_stands_around_it() {
        check("todo_reed", Some("todo_read"));
        check("Todo_Read", Some("todo_read"));
        check("tod_*", Some("todo_*"));
        check("mcp__tollgate__todo_reed", Some("mcp__tollgate__todo_read"));
        check("mcp__tolgate__todo_read", Some("mcp__tollgate__todo_read"));
        check("todo_reed(path:*)", Some("todo_read(path:*)"));
    }

    #[test]
    fn names_of_other_servers_and_programs_are_left_alone() {
        for entry in [
            "Bash",
            "Read",
            "Edit",
            "WebFetch",
            "mcp__github__todo_reed",
            "mcp__github__*",
            "mcp__github__todo_read",
            "browser_*",
            "memory_forget",
            "",
        ] {
            check(entry, None);
        }
    }
}
