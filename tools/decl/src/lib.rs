//! The vocabulary of Tollgate: what a tool declares, as plain constant data.
//!
//! Lives here: declarations, schemas, the closed vocabularies, every limit, and the `const`
//! functions that check and join them.
//! Must not: allocate, do I/O, know a handler, or depend on any crate.

#![no_std]

mod check;
mod json;
mod limit;
mod message;
mod param;
mod schema;
mod table;
mod text;
mod tool;
pub mod word;

pub use check::{
    Literal, check_default, check_format, check_len, check_list_object, check_number_range,
    check_range, check_reply, check_when, len_keywords,
};
pub use json::{Fragment, joined, joined_len, utf8};
pub use limit::*;
pub use message::Message;
pub use param::{Exemption, ParamDecl, Role};
pub use schema::{Bounds, ChoiceDecl, Format, Schema};
pub use table::{Budgets, FamilyBudget, check_table};
pub use text::Text;
pub use tool::{Deprecation, Limits, PermissionRule, Place, ToolDecl, WorkspaceRule, family_of};
pub use word::{
    Approval, Audience, Decision, Does, Effect, Feature, Gate, Mode, Modes, Permission, Relation,
    Scope, Scopes,
};
