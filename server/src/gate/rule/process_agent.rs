//! Tools that act as the agent itself: nobody else can stand in for it.

use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Audience, ToolDecl};

use super::{Bits, Catalog, Refused, Rule, Standpoint, forbidden};

#[derive(Debug)]
pub(super) struct ProcessAgent;

impl Rule for ProcessAgent {
    fn name(&self) -> &'static str {
        "process_agent"
    }

    fn source(&self) -> &'static str {
        "the caller: is it an agent"
    }

    fn effect(&self) -> &'static str {
        "the tools that act as the calling agent"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.meant_for(Audience::ProcessAgent)
    }

    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits {
        match from.caller() {
            Caller::Agent { .. } => Bits::NONE,
            Caller::Operator | Caller::Key { .. } | Caller::Subject { .. } => {
                self.concerns(catalog)
            }
        }
    }

    fn reads(&self, of: &Standpoint) -> String {
        format!("is_agent = {}", matches!(of.caller(), Caller::Agent { .. }))
    }

    fn refusal(&self, tool: &'static ToolDecl, _to: &Standpoint) -> Refused {
        let text =
            format!("{} acts as the agent that calls it, and this caller is none", tool.name);
        forbidden("process_agent_tool", text)
    }
}
