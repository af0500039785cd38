//! Keys: what a program that is no employee's process shows to be let in.
//!
//! Lives here: making, ending and verifying them. The store keeps a hash of a key, never the key.
//! No tool does any of it. Must not: read an environment or a header; whoever holds a key's text
//! brings it.

pub mod admin;

mod error;
mod kind;
mod model;
mod rights;
mod sql;
mod text;
mod verify;

pub use error::{KeyError, KeysError};
pub use kind::KeyKind;
pub use model::{Key, KeyState};
pub use text::{KeyText, Malformed};
pub use verify::verify;
