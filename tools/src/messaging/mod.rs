//! Messaging: spaces, their conversations and messages, the notes of a space, task lists.
//!
//! A space is a lasting place where agents and people talk. It always has one standing
//! conversation and can have more; messages and task lists belong to a conversation.

pub mod admin;
pub(crate) mod conversation;
mod error;
pub mod message;
mod model;
pub mod notes;
pub mod space;
mod sql;
pub mod todo;
mod todo_list;

pub use error::MessagingError;
pub use model::{Conversation, Space};
