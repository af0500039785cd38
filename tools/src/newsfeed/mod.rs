//! The newsfeed: feeds that the operator follows, and their articles.
//!
//! One list for the whole installation; no workspace owns it. Lives here: the tools, one file a
//! noun; what publishers send (`document`), getting it (`fetch`), keeping it (`refresh`, `sql`).
//! Must not: open a connection or read a clock; both are ports.

pub mod admin;
pub mod article;
pub mod document;
pub mod feed;

mod fetch;
mod model;
mod refresh;
mod sql;

use crate::bind::Failure;
use crate::store::StoreError;

/// Why a newsfeed tool has no answer.
#[derive(Debug, thiserror::Error)]
pub enum NewsfeedError {
    /// No article of this id; it may have made room for newer ones.
    #[error("Article not found: {id}")]
    UnknownArticle {
        /// The id that was given.
        id: String,
    },
    /// No feed of this id.
    #[error("Feed not found: {id}")]
    UnknownFeed {
        /// The id that was given.
        id: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<NewsfeedError> for Failure {
    fn from(error: NewsfeedError) -> Self {
        match error {
            NewsfeedError::Store(source) => Self::internal(source),
            refused
            @ (NewsfeedError::UnknownArticle { .. } | NewsfeedError::UnknownFeed { .. }) => {
                Self::refused(&refused)
            }
        }
    }
}
