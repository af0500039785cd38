//! Why a messaging tool refused.

use crate::bind::Failure;
use crate::store::{Missing, NameError, StoreError};

/// What can be wrong with a call to a messaging tool.
#[derive(Debug, thiserror::Error)]
pub enum MessagingError {
    /// An id that is empty.
    #[error("Missing or invalid argument: {name} (expected an id, got \"\")")]
    Empty {
        /// The parameter.
        name: &'static str,
    },
    /// Neither a conversation nor a space.
    #[error(
        "Missing or invalid argument: conversation_id \
         (expected it, or a space_id whose standing conversation is meant)"
    )]
    NoConversation,
    /// Something named by id is not in the workspace.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// Two ids that contradict each other.
    #[error("Conversation {conversation_id} is not in space {space_id}.")]
    OtherSpace {
        /// The conversation.
        conversation_id: String,
        /// The space that the call names.
        space_id: String,
    },
    /// The space was put away.
    #[error("Space {space_id} is archived; it takes no new messages.")]
    Archived {
        /// The space.
        space_id: String,
    },
    /// An agent that speaks for another one.
    #[error("{name} must be your own agent id, {own}.")]
    NotYourself {
        /// The parameter.
        name: &'static str,
        /// The agent that calls.
        own: String,
    },
    /// A text with nothing to see.
    #[error("Missing or invalid argument: {path} (expected text that is not blank)")]
    Blank {
        /// Where.
        path: String,
    },
    /// One id twice in one task list.
    #[error("Missing or invalid argument: {path} (\"{id}\" is the id of an earlier item)")]
    RepeatedId {
        /// Where.
        path: String,
        /// The id.
        id: String,
    },
    /// The name of a new space is no name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The workspace has a space of this name.
    #[error("The workspace has a space named \"{name}\" already.")]
    Taken {
        /// The name.
        name: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<MessagingError> for Failure {
    fn from(error: MessagingError) -> Self {
        match error {
            MessagingError::Store(error) => Self::internal(error),
            refused => Self::refused(&refused),
        }
    }
}
