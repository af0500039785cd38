//! Why a caller has a tool, or has it not: what every gate read, and what it said.

use std::fmt;

use serde::Serialize;

use tollgate_tools::decl::Scope;

use crate::gate::{self, Catalog, RULES, Standing, Standpoint};

/// The answer, gate by gate.
#[derive(Debug, Serialize)]
pub struct Trace {
    /// The tool.
    pub tool: &'static str,
    /// The caller, as it was asked for.
    pub caller: String,
    /// Whether the caller can use it.
    pub is_callable: bool,
    /// What every gate said, in the order in which a call is refused.
    pub gates: Vec<Step>,
    /// What the caller is told, if the tool is hidden from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// The scopes with which its token could call it, if they are all that is missing: then the
    /// tool is listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub acquirable: Vec<&'static str>,
}

/// What one gate said.
#[derive(Debug, Serialize)]
pub struct Step {
    /// Its name.
    pub gate: &'static str,
    /// The setting or property that it reads.
    pub source: &'static str,
    /// What it read of this caller.
    pub reads: String,
    /// What it said.
    pub says: Says,
}

/// What a gate says about one tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Says {
    /// The tool is none of those that it asks about.
    NotConcerned,
    /// The caller may pass.
    Passes,
    /// The tool is hidden from the caller.
    Hides,
}

/// What every gate says of the tool at this position.
#[must_use]
pub fn why(catalog: &Catalog, position: usize, at: &Standpoint, caller: &str) -> Trace {
    let decl = catalog.registry().tools[position].decl;
    let hides = |rule: &&&dyn crate::gate::Rule| rule.hides(catalog, at).contains(position);
    let gates: Vec<Step> = RULES
        .iter()
        .map(|rule| Step {
            gate: rule.name(),
            source: rule.source(),
            reads: rule.reads(at),
            says: match rule.concerns(catalog).contains(position) {
                false => Says::NotConcerned,
                true if hides(&rule) => Says::Hides,
                true => Says::Passes,
            },
        })
        .collect();
    let refusal = RULES.iter().find(hides).map(|rule| rule.refusal(decl, at).text);
    let acquirable = match gate::decide(catalog, position, at) {
        Standing::Acquirable { scopes } => scopes.iter().map(Scope::wire).collect(),
        Standing::Callable | Standing::Hidden { .. } => Vec::new(),
    };
    let (tool, caller) = (decl.name, caller.to_owned());
    Trace { tool, caller, is_callable: refusal.is_none(), gates, refusal, acquirable }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tool, caller, gates, refusal, acquirable, .. } = self;
        match refusal {
            Some(_) if !acquirable.is_empty() => {
                let scopes = acquirable.join(", ");
                writeln!(f, "{caller} is shown {tool}, and can call it with the scope {scopes}\n")?;
            }
            None => writeln!(f, "{caller} can call {tool}\n")?,
            Some(refusal) => writeln!(f, "{caller} cannot call {tool}: {refusal}\n")?,
        }
        for Step { gate, source, reads, says } in gates {
            let says = match says {
                Says::NotConcerned => continue,
                Says::Passes => "passes",
                Says::Hides => "hides ",
            };
            writeln!(f, "{says}  {gate}: {reads} ({source})")?;
        }
        let others = gates.iter().filter(|step| step.says == Says::NotConcerned).count();
        writeln!(f, "\n{others} gates do not ask about {tool}")
    }
}
