//! Narrowings: what the home, the agent or the connection chose not to be shown.

use tollgate_tools::decl::ToolDecl;

use super::{Bits, Catalog, Refused, Rule, Standpoint, forbidden};

#[derive(Debug)]
pub(super) struct LeftOut;

impl Rule for LeftOut {
    fn name(&self) -> &'static str {
        "surface"
    }

    fn source(&self) -> &'static str {
        "[surface] toolsets, tools, exclude and read_only of home, agent and connection"
    }

    fn effect(&self) -> &'static str {
        "the tools that one of the three leaves out"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all()
    }

    fn hides(&self, _catalog: &Catalog, from: &Standpoint) -> Bits {
        from.left_out
    }

    fn reads(&self, of: &Standpoint) -> String {
        format!("{} tools are left out", of.left_out.count())
    }

    fn refusal(&self, tool: &'static ToolDecl, _to: &Standpoint) -> Refused {
        let tool = tool.name;
        let text = format!(
            "{tool} is left out of this surface by [surface] settings or the connection's own flags"
        );
        forbidden("surface", text)
    }
}
