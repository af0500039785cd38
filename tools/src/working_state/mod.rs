//! Working state: what an agent keeps for its own next wake-up.
//!
//! Short values under keys, one hand-off, and the history of what they were before. All of it is
//! that of the agent that calls. A write is one transaction and has a version to itself.
//! Must not: take an agent's id from an argument.

pub mod entry;
pub mod handoff;
pub mod state;

mod error;
mod key;
mod model;
mod part;
mod sql;
mod text;
mod write;

pub use error::WorkingStateError;
pub use part::{HandoffFault, Part};

/// Keys of one agent.
pub const KEYS_MAX: usize = 32;
/// Characters of a value.
pub const VALUE_CHARS_MAX: usize = 400;
/// Characters of a reason.
pub const REASON_CHARS_MAX: usize = 200;
/// Characters of a hand-off without a status.
pub const NOTE_CHARS_MAX: usize = 1_200;
/// Superseded values that are kept, the newest ones: as many as one answer can show.
pub const HISTORY_MAX: u32 = 100;
/// Bytes of the superseded values of one answer.
pub const HISTORY_BYTES_MAX: usize = 128 * 1_024;
