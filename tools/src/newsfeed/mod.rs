//! The newsfeed: feeds that the operator subscribed to, and their articles.
//!
//! One list for the whole installation; no workspace owns it.

pub mod document;
