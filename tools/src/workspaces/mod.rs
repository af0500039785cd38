//! Workspaces: what keeps the work of one team apart from that of others.
//!
//! The list of workspaces belongs to the installation; everything else stands in one of them.

pub mod admin;
mod model;
mod sql;
pub mod workspace;

pub use model::WorkspaceRecord;

use crate::bind::Failure;
use crate::store::{NameError, StoreError};

/// Why workspaces could not be listed or made.
#[derive(Debug, thiserror::Error)]
pub enum WorkspacesError {
    /// The name of a new one is no name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// There is one of this name.
    #[error("There is a workspace named \"{name}\" already.")]
    Taken {
        /// The name.
        name: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<WorkspacesError> for Failure {
    fn from(error: WorkspacesError) -> Self {
        match error {
            WorkspacesError::Store(error) => Self::internal(error),
            WorkspacesError::Name(_) | WorkspacesError::Taken { .. } => Self::refused(&error),
        }
    }
}
