//! Scopes: what a key must hold at least.

use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Scope, Scopes, ToolDecl};

use super::{Bits, Catalog, Refused, Rule, Standpoint, forbidden};

#[derive(Debug)]
pub(super) struct LeastScope;

impl Rule for LeastScope {
    fn name(&self) -> &'static str {
        "scope"
    }

    fn source(&self) -> &'static str {
        "the key: its scopes"
    }

    fn effect(&self) -> &'static str {
        "the tools whose least scope the key of somebody who is no agent lacks"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all()
    }

    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits {
        let Caller::Key { scopes, is_external, .. } = from.caller() else { return Bits::NONE };
        let held = Scope::ALL.iter().filter(|scope| holds(*scopes, *is_external, **scope));
        let held = held.fold(Bits::NONE, |tools, scope| tools.or(catalog.needing(*scope)));
        catalog.all().without(held)
    }

    fn reads(&self, of: &Standpoint) -> String {
        match of.caller() {
            Caller::Key { scopes, .. } => format!("scopes = {}", spelled(*scopes)),
            Caller::Operator | Caller::Agent { .. } => "not asked: no key".to_owned(),
        }
    }

    fn refusal(&self, tool: &'static ToolDecl, to: &Standpoint) -> Refused {
        let held = match to.caller() {
            Caller::Key { scopes, .. } => spelled(*scopes),
            Caller::Operator | Caller::Agent { .. } => String::new(),
        };
        let text =
            format!("{} needs the scope {}; this key has {held}", tool.name, tool.scope.wire());
        forbidden("insufficient_scope", text)
    }
}

/// On a key of the house `admin` stands for every scope; on an external one it adds nothing.
fn holds(scopes: Scopes, is_external: bool, scope: Scope) -> bool {
    match is_external {
        true => scope.is_external() && scopes.contains(scope),
        false => scopes.contains(scope) || scopes.contains(Scope::Admin),
    }
}

fn spelled(scopes: Scopes) -> String {
    let words: Vec<_> = scopes.iter().map(Scope::wire).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
