//! The families of tools, and what their handlers stand on.
//!
//! Lives here: one folder a family; `bind` (declaration to call and back), `call` (what a handler
//! is given), `pattern` (entries of tool lists), `port` (the doors to the world), `store`.
//! Must not: know JSON-RPC, transports, gates or the command line; reach the world past a port.

// Expansions of `#[tool]` name `::tollgate`, which in other crates is the server library.
extern crate self as tollgate;

#[doc(hidden)]
pub mod __macro;
pub mod agents;
pub mod approvals;
pub mod bind;
pub mod call;
pub mod canvas;
pub mod db;
pub mod display;
pub mod evolution;
pub mod grants;
pub mod keys;
pub mod messaging;
mod near;
pub mod newsfeed;
pub mod pattern;
pub mod port;
pub mod prelude;
pub mod repos;
pub mod store;
pub mod working_state;
pub mod workspaces;

pub use tollgate_decl as decl;
pub use tollgate_macros::{Argument, Form, Reply, tool};
