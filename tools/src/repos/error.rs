//! Why repositories could not be listed or registered, and what git says.

use crate::bind::Failure;
use crate::messaging::MessagingError;
use crate::port::ProcessError;
use crate::store::StoreError;

/// What can be wrong with repositories.
#[derive(Debug, thiserror::Error)]
pub enum RepoError {
    /// The conversation that a call names is not there.
    #[error(transparent)]
    Conversation(#[from] MessagingError),
    /// Nothing that can be registered.
    #[error("`{path}` is no git working copy: {source}")]
    NotAWorkingCopy {
        /// What was given.
        path: String,
        /// What git says.
        #[source]
        source: GitError,
    },
    /// A path that the store cannot keep.
    #[error("the path `{path}` is not UTF-8")]
    NotUtf8 {
        /// The path, with replacement characters.
        path: String,
    },
    /// A name that is none.
    #[error(
        "`{name}` is no name of a repository; write it like `owner/name`, with letters, digits, \
         `-`, `_` and `.`"
    )]
    Name {
        /// The name.
        name: String,
    },
    /// The workspace has one of this name.
    #[error("The workspace has a repository named \"{full_name}\" already.")]
    Taken {
        /// The name.
        full_name: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Git did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// It ran, and refused.
    #[error("{said}")]
    Refused {
        /// The first line of what it said.
        said: String,
    },
    /// The repository's settings name more filters than can be switched off.
    #[error("its settings name too many filters")]
    TooManyFilters,
    /// It did not run to its end.
    #[error(transparent)]
    Process(#[from] ProcessError),
}

impl From<RepoError> for Failure {
    fn from(error: RepoError) -> Self {
        match error {
            RepoError::Store(error) => Self::internal(error),
            RepoError::Conversation(error) => error.into(),
            refused => Self::refused(&refused),
        }
    }
}
