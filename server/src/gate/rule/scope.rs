//! Scopes: what a key or token must hold at least.

use tollgate_tools::call::{Caller, Held};
use tollgate_tools::decl::{Scope, Scopes, ToolDecl};

use super::{Bits, Catalog, Refused, Rule, Standpoint, forbidden};

#[derive(Debug)]
pub(super) struct LeastScope;

impl Rule for LeastScope {
    fn name(&self) -> &'static str {
        "scope"
    }

    fn source(&self) -> &'static str {
        "the key or token: its scopes"
    }

    fn effect(&self) -> &'static str {
        "the tools whose least scope the key or token of somebody who is no agent lacks"
    }

    fn concerns(&self, catalog: &Catalog) -> Bits {
        catalog.all()
    }

    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits {
        let Some(held) = from.caller().held() else { return Bits::NONE };
        let held = Scope::ALL.iter().filter(|scope| holds(held, **scope));
        let held = held.fold(Bits::NONE, |tools, scope| tools.or(catalog.needing(*scope)));
        catalog.all().without(held)
    }

    fn reads(&self, of: &Standpoint) -> String {
        match of.caller().held() {
            Some(Held { scopes, .. }) => format!("scopes = {}", spelled(scopes)),
            None => "not asked: no key".to_owned(),
        }
    }

    fn refusal(&self, tool: &'static ToolDecl, to: &Standpoint) -> Refused {
        let held = to.caller().held().map_or(Scopes::NONE, |held| held.scopes);
        let what = match to.caller() {
            Caller::Subject { .. } => "token",
            Caller::Operator | Caller::Agent { .. } | Caller::Key { .. } => "key",
        };
        let (name, scope, held) = (tool.name, tool.scope.wire(), spelled(held));
        let text = format!("{name} needs the scope {scope}; this {what} has {held}");
        forbidden("insufficient_scope", text)
    }
}

/// Inside the house `admin` stands for every scope; from outside it adds nothing.
fn holds(Held { scopes, is_external }: Held, scope: Scope) -> bool {
    match is_external {
        true => scope.is_external() && scopes.contains(scope),
        false => scopes.contains(scope) || scopes.contains(Scope::Admin),
    }
}

fn spelled(scopes: Scopes) -> String {
    let words: Vec<_> = scopes.iter().map(Scope::wire).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
