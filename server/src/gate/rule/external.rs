//! Callers from outside: the tools that were always open to them, and those whose scope they were
//! given.

use tollgate_tools::call::Held;
use tollgate_tools::decl::{Audience, Scope, ToolDecl};

use super::{Bits, Catalog, Form, Refused, Rule, Standpoint};

#[derive(Debug)]
pub(super) struct External;

/// JSON-RPC: no such method.
const NOT_FOUND: i64 = -32601;

impl Rule for External {
    fn name(&self) -> &'static str {
        "external"
    }

    fn source(&self) -> &'static str {
        "the key or token: is it external"
    }

    fn effect(&self) -> &'static str {
        "every tool but those for external clients and those of a granted scope"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all().without(catalog.meant_for(Audience::External))
    }

    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits {
        let Some(Held { is_external: true, scopes }) = from.caller().held() else {
            return Bits::NONE;
        };
        let granted = scopes.iter().filter(|scope| scope.is_external());
        let granted =
            granted.fold(Bits::NONE, |tools, scope: Scope| tools.or(catalog.needing(scope)));
        self.concerns(catalog).without(granted)
    }

    fn reads(&self, of: &Standpoint) -> String {
        let is_external = of.caller().held().is_some_and(|held| held.is_external);
        format!("is_external = {is_external}")
    }

    fn refusal(&self, tool: &'static ToolDecl, _to: &Standpoint) -> Refused {
        let text = format!("{} is not available to external clients", tool.name);
        Refused { class: "external_client", form: Form::Error(NOT_FOUND), text }
    }
}
