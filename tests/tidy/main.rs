//! The rules of the house, as tests: a rule that is only written down is not in force.
//!
//! Lives here: one function a rule, each with its own small text that breaks it.
//! Must not: know the library; these tests read files and never run the server.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a test that panics has failed")]

mod banned;
mod crates;
mod layers;
mod manifest;
mod prose;
mod source;
mod tokens;
mod tree;
