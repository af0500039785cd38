//! Canvas: one page that an agent shows to people, and the pages before it.
//!
//! A page is kept in the form that a browser may show; what was pushed is kept nowhere. All of it
//! is that of the agent that calls. Must not: take an agent's id from an argument, keep HTML that
//! has not been through `page`.

pub mod admin;
pub mod model;
pub mod push;

mod error;
mod inspection;
mod page;
mod policy;
mod sql;
mod write;

pub use error::{CanvasError, PageError};

/// Bytes of a page, as it is pushed and as it is kept.
pub const HTML_BYTES_MAX: usize = 262_144;
/// Versions that are kept of an agent's canvas, the newest ones.
pub const VERSIONS_MAX: i64 = 5;
/// Elements of a page.
pub const ELEMENTS_MAX: usize = 100_000;
/// How deep elements of a page are nested.
pub const NESTING_MAX: usize = 256;
/// Kinds of elements and attributes that an answer names as removed.
pub const REMOVED_NAMED_MAX: usize = 20;
