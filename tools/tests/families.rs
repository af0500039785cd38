//! The store and the families, on both kinds of store, as one binary.
//!
//! Lives here: nothing but the modules. Must not: reach what the crate does not export.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "these are tests")]

extern crate tollgate_tools as tollgate;

mod agents;
mod asking;
mod canvas;
mod evolution;
mod grants;
mod keys;
mod messaging;
mod newsfeed;
mod repos;
mod store;
mod support;
mod working_state;
mod workspaces;
