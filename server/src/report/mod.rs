//! Reports on a set of tools: lists, costs, comparisons and the manual.
//!
//! Lives here: pure functions from declarations to text or JSON; no tool is named in them.
//! Must not: print, read or write files, or ask who is calling.

mod cost;
mod example;
pub mod gates;
mod grid;
mod list;
pub mod manual;
mod model;
mod show;
pub mod surface;
mod why;
mod words;

#[cfg(test)]
pub(crate) mod fixture;

pub use cost::{Cost, CostReport, SeenBy, cost, seen_by};
pub use example::example;
pub use list::{list, list_json};
pub use show::show;
pub use why::{Says, Step, Trace, why};
