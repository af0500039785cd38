//! The gates, one file each, and the order in which they are asked.
//!
//! A gate only says which tools it hides from whom. Must not: look at another gate, at arguments,
//! or at anything but declarations and a standpoint.

mod closed;
mod credential;
mod external;
mod lists;
mod process_agent;
mod scope;
mod scoped;
mod surface;
mod switch;

use std::fmt;

use tollgate_tools::decl::{Gate, ToolDecl};

use super::bits::Bits;
use super::catalog::Catalog;
use super::standpoint::{Ended, Standpoint};
use closed::Closed;
use credential::Credential;
use external::External;
use lists::{Allowed, Denied};
use process_agent::ProcessAgent;
use scope::LeastScope;
use scoped::Scoped;
use surface::LeftOut;
use switch::Switch;

/// One gate.
pub trait Rule: fmt::Debug + Sync {
    /// Its name, in traces and in the filter table.
    fn name(&self) -> &'static str;

    /// The setting or property that it reads.
    fn source(&self) -> &'static str;

    /// What it hides, in words.
    fn effect(&self) -> &'static str;

    /// The tools that it hides from somebody.
    fn concerns(&self, catalog: &Catalog) -> Bits;

    /// The tools that it hides from this caller.
    fn hides(&self, catalog: &Catalog, from: &Standpoint) -> Bits;

    /// What it reads of this caller, as `key = value`.
    fn reads(&self, of: &Standpoint) -> String;

    /// What a caller is told who calls a tool that it hides.
    fn refusal(&self, tool: &'static ToolDecl, to: &Standpoint) -> Refused;
}

/// A refusal in a gate's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The class, for the audit.
    pub class: &'static str,
    /// The form on the wire.
    pub form: Form,
    /// The text for the caller.
    pub text: String,
}

/// The form of a refusal on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A JSON-RPC error of this code.
    Error(i64),
    /// A result that says it is an error.
    ToolError,
}

/// The JSON-RPC code of a call that the caller may not make.
pub const FORBIDDEN: i64 = -32003;

/// Every gate, in the order in which a call is refused.
pub static RULES: [&dyn Rule; 9 + Gate::ALL.len()] = [
    &Credential,
    &Closed,
    &External,
    &LeastScope,
    &ProcessAgent,
    &Denied,
    &Allowed,
    &Switch(Gate::GoogleWorkspace),
    &Switch(Gate::Github),
    &Switch(Gate::OsNative),
    &Switch(Gate::Recording),
    &Switch(Gate::SystemOperator),
    &Switch(Gate::Codrive),
    &Switch(Gate::ComputerUse),
    &Switch(Gate::DbSources),
    &Switch(Gate::Fork),
    &Switch(Gate::Responsibilities),
    &Scoped,
    &LeftOut,
];

fn forbidden(class: &'static str, text: String) -> Refused {
    Refused { class, form: Form::Error(FORBIDDEN), text }
}
