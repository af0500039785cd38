//! What the finder finds, what it refuses, and what it writes.
//!
//! Lives here: the module tree; one file a topic, each test a folder of sources of its own.

mod budgets;
mod modules;
mod presence;
mod reach;
mod registry;
mod stray;
mod syntax;
mod tree;
