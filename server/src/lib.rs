//! Tollgate as a library.
//!
//! Lives here: the module tree, and what a declaration in another crate names through `tollgate`.
//! Must not: hold code of its own.

// Expansions of `#[tool]` and the generated registry name `::tollgate`.
extern crate self as tollgate;

pub mod audit;
pub mod cli;
mod dispatch;
pub mod door;
pub mod gate;
pub mod host;
pub mod identity;
pub mod openings;
pub mod registry;
pub mod report;
pub mod serve;
pub mod settings;
pub mod text;
mod transport;
mod wire;

#[doc(hidden)]
pub use tollgate_tools::__macro;
pub use tollgate_tools::{agents, approvals, bind, call, grants, port, prelude, store, workspaces};

pub use tollgate_decl as decl;
pub use tollgate_macros::{Argument, Form, Reply, tool};
