//! Why a canvas tool refused.

use super::{ELEMENTS_MAX, HTML_BYTES_MAX, NESTING_MAX, REMOVED_NAMED_MAX};
use crate::bind::Failure;
use crate::store::{ActingAgentError, NameError, StoreError};

/// What can be wrong with a call to a canvas tool. Whatever it is, nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum CanvasError {
    /// The caller is no agent, or none that the store has.
    #[error(transparent)]
    Agent(#[from] ActingAgentError),
    /// A title that is none.
    #[error(
        "Missing or invalid argument: title ({0}); \
         leave it out, or give one line that says what the page shows"
    )]
    Title(#[source] NameError),
    /// A page that is none.
    #[error("The page was refused whole: {0}")]
    Page(#[from] PageError),
    /// The sanitiser failed.
    #[error("a page cannot be sanitised")]
    Sanitiser(#[source] tokio::task::JoinError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What can be wrong with a page.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum PageError {
    /// More bytes than a page may have.
    #[error(
        "html has {actual} bytes, limit is {HTML_BYTES_MAX} ({} over). \
         Show less, or link large images by their https address.",
        .actual - HTML_BYTES_MAX
    )]
    TooLarge {
        /// Its bytes.
        actual: usize,
    },
    /// More bytes than a page may have, once it is sanitised.
    #[error(
        "html has {given} bytes, but {actual} after sanitising, which escapes characters and \
         closes elements; limit is {HTML_BYTES_MAX} ({} over). \
         Show less, or link large images by their https address.",
        .actual - HTML_BYTES_MAX
    )]
    Grown {
        /// The bytes that came.
        given: usize,
        /// The bytes that they became.
        actual: usize,
    },
    /// Elements in elements in elements.
    #[error(
        "elements are nested or left open {actual} deep or deeper, limit is {NESTING_MAX}. \
         Close each element where it ends."
    )]
    TooDeep {
        /// How deep they were when reading stopped.
        actual: usize,
    },
    /// More elements than a page may have.
    #[error(
        "it has more than {ELEMENTS_MAX} elements, those counted that a browser opens again \
         because they were left open. Show less, and close each element where it ends."
    )]
    TooMany,
    /// Nothing to see.
    #[error(
        "of the {given} bytes of html nothing is left to see after sanitising{}. A page has text, \
         or an img with an https or data:image address; canvas_clear clears the canvas.",
        in_words(.removed)
    )]
    Empty {
        /// The bytes that came.
        given: usize,
        /// What was removed.
        removed: Vec<String>,
    },
}

/// The middle of a sentence: what was removed.
fn in_words(removed: &[String]) -> String {
    let named: Vec<_> =
        removed.iter().take(REMOVED_NAMED_MAX).map(|name| format!("`{name}`")).collect();
    match removed.len().checked_sub(named.len()) {
        _ if named.is_empty() => String::new(),
        None | Some(0) => format!(" (removed: {})", named.join(", ")),
        Some(more) => format!(" (removed: {} and {more} more)", named.join(", ")),
    }
}

impl From<CanvasError> for Failure {
    fn from(error: CanvasError) -> Self {
        match error {
            CanvasError::Agent(error) => error.into(),
            CanvasError::Store(error) => Self::internal(error),
            failed @ CanvasError::Sanitiser(_) => Self::internal(failed),
            refused @ (CanvasError::Title(_) | CanvasError::Page(_)) => Self::refused(&refused),
        }
    }
}
