//! The lists of an agent: what it is denied, and all that it is allowed. Denied wins.

use tollgate_tools::decl::ToolDecl;

use super::{Bits, Catalog, Refused, Rule, Standpoint, forbidden};

#[derive(Debug)]
pub(super) struct Denied;

#[derive(Debug)]
pub(super) struct Allowed;

impl Rule for Denied {
    fn name(&self) -> &'static str {
        "denied_tools"
    }

    fn source(&self) -> &'static str {
        "agent.toml [capabilities] denied_tools"
    }

    fn effect(&self) -> &'static str {
        "the tools that the list names"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all()
    }

    fn hides(&self, _catalog: &Catalog, from: &Standpoint) -> Bits {
        from.denied
    }

    fn reads(&self, of: &Standpoint) -> String {
        format!("denied_tools names {} tools", of.denied.count())
    }

    fn refusal(&self, tool: &'static ToolDecl, _to: &Standpoint) -> Refused {
        let text = format!("{} is denied by `denied_tools` in agent.toml", tool.name);
        forbidden("denied_tools", text)
    }
}

impl Rule for Allowed {
    fn name(&self) -> &'static str {
        "allowed_tools"
    }

    fn source(&self) -> &'static str {
        "agent.toml [capabilities] allowed_tools"
    }

    fn effect(&self) -> &'static str {
        "once the list has an entry, the tools that it does not name"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all()
    }

    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits {
        from.allowed.map_or(Bits::NONE, |allowed| catalog.all().without(allowed))
    }

    fn reads(&self, of: &Standpoint) -> String {
        match of.allowed {
            None => "allowed_tools is empty".to_owned(),
            Some(allowed) => format!("allowed_tools names {} tools", allowed.count()),
        }
    }

    fn refusal(&self, tool: &'static ToolDecl, _to: &Standpoint) -> Refused {
        let text = format!("{} is not among the `allowed_tools` of agent.toml", tool.name);
        forbidden("allowed_tools", text)
    }
}
