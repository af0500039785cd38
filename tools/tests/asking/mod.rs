//! What a handler tells its client and asks it, and what becomes of the answers.

mod answers;
mod client;
mod questions;
