//! The patterns of tool lists in settings: a name, or a start of names with `*` at the very end.
//!
//! One matcher serves every list (denied, allowed, scoped, approvals), so that an entry means the
//! same wherever it stands. Must not: know a list.

/// The name under which clients and settings know this server.
const SERVER: &str = "tollgate";

/// What clients put in front of the names of a server's tools.
const PREFIX: &str = "mcp__";

/// An entry of a list of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    stem: String,
    is_open: bool,
}

impl Pattern {
    /// Reads an entry; `None` if it can match no tool of this server.
    ///
    /// Known forms are `name`, `start*`, `*`, and the same behind `mcp__tollgate__`;
    /// `mcp__tollgate` alone is every tool. What follows in parentheses qualifies a call, not a
    /// tool, and is left out.
    #[must_use]
    pub fn read(entry: &str) -> Option<Self> {
        let entry = entry.trim();
        let entry = match entry.split_once('(') {
            Some((name, rest)) if rest.ends_with(')') => name.trim_end(),
            _ => entry,
        };
        let name = match entry.strip_prefix(PREFIX) {
            None => entry,
            Some(SERVER) => "*",
            Some(named) => named.strip_prefix(SERVER)?.strip_prefix("__")?,
        };
        match name.strip_suffix('*') {
            Some(stem) => Some(Self { stem: stem.to_owned(), is_open: true }),
            None if name.is_empty() => None,
            None => Some(Self { stem: name.to_owned(), is_open: false }),
        }
    }

    /// Whether a tool of this server is meant.
    #[must_use]
    pub fn matches(&self, tool: &str) -> bool {
        match self.is_open {
            true => tool.starts_with(&self.stem),
            false => tool == self.stem,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(entry: &str, tool: &str, expected: bool) {
        let matches = Pattern::read(entry).is_some_and(|pattern| pattern.matches(tool));
        assert_eq!(matches, expected, "{entry:?} and {tool:?}");
    }

    #[test]
    fn a_name_is_that_tool_alone() {
        check("memory_read", "memory_read", true);
        check(" memory_read ", "memory_read", true);
        check("mcp__tollgate__memory_read", "memory_read", true);
        check("memory_read(path:*)", "memory_read", true);
        check("memory_read", "memory_reads", false);
        check("memory_read", "memory_rea", false);
        check("Memory_read", "memory_read", false);
    }

    #[test]
    fn a_star_at_the_end_is_every_name_that_starts_so() {
        check("memory_*", "memory_read", true);
        check("mcp__tollgate__memory_*", "memory_", true);
        check("memory_*", "memor", false);
        for every in ["*", "mcp__tollgate__*", "mcp__tollgate"] {
            check(every, "memory_read", true);
        }
    }

    #[test]
    fn a_star_elsewhere_is_a_character() {
        check("*_read", "memory_read", false);
        check("mem*_read", "memory_read", false);
        check("memory_**", "memory_read", false);
        check("memory_**", "memory_*x", true);
    }

    #[test]
    fn other_servers_are_not_this_one() {
        for entry in [
            "mcp__other__memory_read",
            "mcp__other__*",
            "mcp__other",
            "mcp__*",
            "mcp__tollgate2__memory_read",
            "mcp__tollgate_memory_read",
        ] {
            check(entry, "memory_read", false);
        }
    }

    #[test]
    fn an_empty_name_is_no_tool() {
        for entry in ["", " ", "mcp__tollgate__", "(x)"] {
            assert_eq!(Pattern::read(entry), None, "{entry:?}");
        }
    }
}
