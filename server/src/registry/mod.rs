//! Every tool of a build, by name and in order.
//!
//! Lives here: look-up, the names nearest to an unknown one, and the table that the build script
//! found. Must not: know a caller; who sees which tool is the gates' to say.

mod nearest;
mod table;

#[doc(hidden)]
pub use ::phf;

use crate::bind::Tool;
use crate::decl::{Budgets, ToolDecl};
pub use table::REGISTRY;

/// The tools of a build: a table that the compiler checked, and a perfect hash over its names.
#[derive(Debug)]
pub struct Registry {
    /// Every tool, sorted by name.
    pub tools: &'static [Tool],
    /// The budgets that the table was checked against.
    pub budgets: Budgets,
    index: &'static phf::Map<&'static str, usize>,
}

impl Registry {
    /// A registry from a sorted table and the position of each name in it.
    ///
    /// Called by the text that `tollgate_scan::Scan` writes.
    #[must_use]
    pub const fn new(
        tools: &'static [Tool],
        index: &'static phf::Map<&'static str, usize>,
    ) -> Self {
        let budgets = Budgets { default_surface_bytes: None, families: &[] };
        Self { tools, budgets, index }
    }

    /// The same registry, with the budgets of its build.
    #[must_use]
    pub const fn with_budgets(mut self, budgets: Budgets) -> Self {
        self.budgets = budgets;
        self
    }

    /// The tool of exactly this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'static Tool> {
        self.tools.get(self.position(name)?)
    }

    /// The place of a name in [`tools`](Self::tools): the number of its bit in a set of tools.
    #[must_use]
    pub fn position(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// Every tool, in the order of the names.
    pub fn iter(&self) -> std::slice::Iter<'static, Tool> {
        self.tools.iter()
    }

    /// Every declaration, in the order of the names.
    pub fn decls(&self) -> impl ExactSizeIterator<Item = &'static ToolDecl> + use<> {
        self.tools.iter().map(|tool| tool.decl)
    }

    /// The object of each tool in `tools/list`, as JSON, in the order of the names.
    ///
    /// Nothing is rendered: these are the texts that were made while compiling.
    pub fn list_objects(&self) -> impl ExactSizeIterator<Item = &'static str> + use<> {
        self.decls().map(|decl| decl.list_object)
    }

    /// At most five names to suggest instead of an unknown one, the nearest first, out of those
    /// whose position is shown.
    #[must_use]
    pub fn nearest(&self, unknown: &str, is_shown: impl Fn(usize) -> bool) -> Vec<&'static str> {
        let shown = self.decls().enumerate().filter(|(at, _)| is_shown(*at));
        nearest::names(unknown, shown.map(|(_, decl)| decl.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_tool_by_its_name_and_position() {
        for (at, tool) in REGISTRY.iter().enumerate() {
            assert_eq!(REGISTRY.position(tool.decl.name), Some(at));
            let found = REGISTRY.get(tool.decl.name).map(|tool| tool.decl.name);
            assert_eq!(found, Some(tool.decl.name));
        }
    }

    #[test]
    fn knows_no_other_name() {
        for name in ["", "no_such_tool", "LIST_WORKSPACES", "list_workspaces ", "\u{0}"] {
            assert!(REGISTRY.get(name).is_none(), "{name:?}");
        }
    }

    #[test]
    fn keeps_declarations_and_list_objects_in_the_order_of_names() {
        let names: Vec<_> = REGISTRY.decls().map(|decl| decl.name).collect();
        assert!(names.is_sorted());
        assert_eq!(REGISTRY.list_objects().len(), names.len());
        for (name, object) in names.iter().zip(REGISTRY.list_objects()) {
            assert!(object.starts_with(&format!("{{\"name\":\"{name}\",")), "{object}");
        }
    }
}
