//! Who may use which tool: the one evaluator, and the gates that it asks.
//!
//! `decide` answers for one tool and `visible` for all of them from the same sets, so that what is
//! listed and what can be called, or acquired, are one thing. Nothing else in the project answers
//! the question.
//! Must not: read files, know a transport, or look at arguments.

mod bits;
mod catalog;
mod credential;
mod narrowing;
mod opens;
mod rule;
mod same;
mod standpoint;
#[cfg(test)]
mod tests;
mod view;

pub use bits::{Bits, TOOLS_MAX};
pub use catalog::Catalog;
pub use credential::{Credential, Principal, Proof};
pub use narrowing::{Choice, Narrowing, UnknownName};
pub use opens::{Changed, Opens, Watching};
pub use rule::{FORBIDDEN, Form, RULES, Refused, Rule};
pub use standpoint::{Ended, Openings, RateLimits, Standpoint, Switches};
pub(crate) use view::{Listener, Seen};
pub use view::{Listing, View};

use tollgate_tools::decl::Scopes;

/// How a caller stands to a tool.
#[derive(Clone, Copy, Debug)]
pub enum Standing {
    /// It is listed and can be called.
    Callable,
    /// It is listed, and can be called once the caller's token has these scopes as well: nothing
    /// else is in the way, and its authorization server could give them.
    Acquirable {
        /// Every scope that is missing.
        scopes: Scopes,
    },
    /// It is neither listed nor callable.
    Hidden {
        /// The first gate that says no.
        by: &'static dyn Rule,
    },
}

/// How a caller stands to the tool at this position of the registry.
#[must_use]
pub fn decide(catalog: &Catalog, position: usize, at: &Standpoint) -> Standing {
    let Some(by) = hiding(catalog, position, at) else { return Standing::Callable };
    match at.widened() {
        Some(wider) if hiding(catalog, position, &wider).is_none() => {
            let tool = catalog.registry().tools.get(position);
            Standing::Acquirable { scopes: at.missing(tool.map(|tool| tool.decl.scope)) }
        }
        _ => Standing::Hidden { by },
    }
}

/// The first gate that says no.
fn hiding(catalog: &Catalog, position: usize, at: &Standpoint) -> Option<&'static dyn Rule> {
    RULES.iter().find(|rule| rule.hides(catalog, at).contains(position)).copied()
}

/// Every tool that this caller is shown: those that it may use, and those that it could acquire.
#[must_use]
pub fn visible(catalog: &Catalog, at: &Standpoint) -> Bits {
    let wider = at.widened().map_or(Bits::NONE, |wider| callable(catalog, &wider));
    callable(catalog, at).or(wider)
}

fn callable(catalog: &Catalog, at: &Standpoint) -> Bits {
    let hidden = RULES.iter().fold(Bits::NONE, |hidden, rule| hidden.or(rule.hides(catalog, at)));
    catalog.all().without(hidden)
}
