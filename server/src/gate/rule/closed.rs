//! Settings that cannot be read close what they govern: everything, for the callers they concern.

use tollgate_tools::decl::ToolDecl;

use super::{Bits, Catalog, Refused, Rule, Standpoint, forbidden};

#[derive(Debug)]
pub(super) struct Closed;

impl Rule for Closed {
    fn name(&self) -> &'static str {
        "settings"
    }

    fn source(&self) -> &'static str {
        "config.toml and agent.toml"
    }

    fn effect(&self) -> &'static str {
        "every tool, from those whom a file governs that cannot be read"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all()
    }

    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits {
        if from.closed_by.is_some() { catalog.all() } else { Bits::NONE }
    }

    fn reads(&self, of: &Standpoint) -> String {
        of.closed_by.as_ref().map_or("readable".to_owned(), |file| format!("{file} is unreadable"))
    }

    fn refusal(&self, tool: &'static ToolDecl, to: &Standpoint) -> Refused {
        let file = to.closed_by.as_deref().unwrap_or("a settings file");
        let text = format!(
            "{name} is closed: {file} cannot be read; ask the operator to run `tollgate check`",
            name = tool.name
        );
        forbidden("settings_unreadable", text)
    }
}
