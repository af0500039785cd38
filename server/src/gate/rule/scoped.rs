//! Scoped tools: hidden until a grant for a task opens them, and again once it has ended.

use tollgate_tools::bind::Declared as _;
use tollgate_tools::decl::ToolDecl;
use tollgate_tools::grants::request::capability_request;

use super::{Bits, Catalog, Refused, Rule, Standpoint, forbidden};

#[derive(Debug)]
pub(super) struct Scoped;

impl Rule for Scoped {
    fn name(&self) -> &'static str {
        "scoped_tools"
    }

    fn source(&self) -> &'static str {
        "agent.toml [capabilities] scoped_tools, and the agent's grants"
    }

    fn effect(&self) -> &'static str {
        "the tools that the list names, until a grant opens them"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all()
    }

    fn hides(&self, _catalog: &Catalog, from: &Standpoint) -> Bits {
        from.ungranted
    }

    fn reads(&self, of: &Standpoint) -> String {
        format!("{} scoped tools have no grant", of.ungranted.count())
    }

    fn refusal(&self, tool: &'static ToolDecl, _to: &Standpoint) -> Refused {
        let (name, ask) = (tool.name, capability_request::DECL.name);
        let text = format!("{name} is scoped: a grant has to open it; ask a person with {ask}");
        forbidden("capability_grant_missing", text)
    }
}
