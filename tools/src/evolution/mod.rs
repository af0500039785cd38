//! Evolution: how an agent changes by itself, as its `agent.toml` says.
//!
//! Lives here: which key a field is, and who may set it for whom. Must not: know what a key takes
//! (the table of the settings does), or touch a file (the port does).

pub mod toggle;

mod error;
mod reach;

pub use error::EvolutionError;
