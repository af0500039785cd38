//! Who may use which tool: the one evaluator, and the gates that it asks.
//!
//! `decide` answers for one tool and `visible` for all of them from the same sets, so that what is
//! listed and what can be called are one thing. Nothing else in the project answers the question.
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

/// How a caller stands to a tool.
#[derive(Clone, Copy, Debug)]
pub enum Standing {
    /// It is listed and can be called.
    Callable,
    /// It is neither listed nor callable.
    Hidden {
        /// The first gate that says no.
        by: &'static dyn Rule,
    },
}

/// How a caller stands to the tool at this position of the registry.
#[must_use]
pub fn decide(catalog: &Catalog, position: usize, at: &Standpoint) -> Standing {
    let hiding = RULES.iter().find(|rule| rule.hides(catalog, at).contains(position));
    hiding.map_or(Standing::Callable, |rule| Standing::Hidden { by: *rule })
}

/// Every tool that this caller may use.
#[must_use]
pub fn visible(catalog: &Catalog, at: &Standpoint) -> Bits {
    let hidden = RULES.iter().fold(Bits::NONE, |hidden, rule| hidden.or(rule.hides(catalog, at)));
    catalog.all().without(hidden)
}
