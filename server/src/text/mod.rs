//! Small things that every message for people needs: positions in files, names that were meant.
//!
//! Must not: print, or know a tool or a setting.

mod nearest;
mod position;

pub use nearest::{did_you_mean, misspelt, nearest};
pub use position::{Lines, Position};
