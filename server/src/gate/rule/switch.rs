//! Switches: families of tools that are hidden until somebody turns them on.
//!
//! Those of `config.toml` hold for every caller, those of `agent.toml` for that agent alone.

use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Gate, ToolDecl};

use super::{Bits, Catalog, FORBIDDEN, Form, Refused, Rule, Standpoint};

#[derive(Debug)]
pub(super) struct Switch(pub(super) Gate);

/// JSON-RPC: internal error.
const INTERNAL: i64 = -32603;

impl Switch {
    fn is_on(&self, at: &Standpoint) -> bool {
        let is_for = self.0.fits_external() || matches!(at.caller(), Caller::Agent { .. });
        is_for && at.switches.has(self.0)
    }
}

impl Rule for Switch {
    fn name(&self) -> &'static str {
        self.0.wire()
    }

    fn source(&self) -> &'static str {
        self.0.source()
    }

    fn effect(&self) -> &'static str {
        "the tools behind the switch"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.behind(self.0)
    }

    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits {
        if self.is_on(from) { Bits::NONE } else { self.concerns(catalog) }
    }

    fn reads(&self, of: &Standpoint) -> String {
        match of.caller() {
            Caller::Operator | Caller::Key { .. } | Caller::Subject { .. }
                if !self.0.fits_external() =>
            {
                "off: the caller is no agent".to_owned()
            }
            _ => format!("{} is {}", self.0.wire(), if self.is_on(of) { "on" } else { "off" }),
        }
    }

    fn refusal(&self, tool: &'static ToolDecl, to: &Standpoint) -> Refused {
        let (name, source) = (tool.name, self.0.source());
        let text = match to.caller() {
            Caller::Operator | Caller::Key { .. } | Caller::Subject { .. }
                if !self.0.fits_external() =>
            {
                format!("{name} is opened agent by agent, with {source}, and this caller is none")
            }
            _ => format!("{name} is switched off; {source} turns it on"),
        };
        let form = match self.0 {
            Gate::ComputerUse => Form::Error(INTERNAL),
            Gate::Fork => Form::ToolError,
            _ => Form::Error(FORBIDDEN),
        };
        Refused { class: self.0.missing(), form, text }
    }
}
