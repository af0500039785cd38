//! Agents: the AI employees of a workspace.

pub mod admin;
mod model;
mod sql;

pub use model::Agent;

use crate::call::Caller;
use crate::store::{Entity, NameError, Store, StoreError, Workspace};

/// Why an agent could not be made.
#[derive(Debug, thiserror::Error)]
pub enum AgentsError {
    /// The name of a new one is no name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The workspace has one of this name.
    #[error("The workspace has an agent named \"{name}\" already.")]
    Taken {
        /// The name.
        name: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The caller that the agent of this id is; `None` if there is no such agent.
///
/// # Errors
/// When the store fails.
pub async fn caller(store: &Store, id: &str) -> Result<Option<Caller>, StoreError> {
    let workspace_id = Entity::Agent.workspace_of(store, id).await?;
    Ok(workspace_id.map(|workspace_id| Caller::Agent { id: id.to_owned(), workspace_id }))
}

/// Every agent of a workspace, oldest first.
///
/// # Errors
/// When the store fails.
pub async fn of_workspace(workspace: &Workspace) -> Result<Vec<Agent>, StoreError> {
    workspace.query(&sql::LIST).all().await
}

/// Whether the workspace has an agent of this id.
///
/// # Errors
/// When the store fails.
pub async fn is_agent(workspace: &Workspace, id: &str) -> Result<bool, StoreError> {
    let found: Option<(String,)> = workspace.query(&sql::FIND).bind(id).first().await?;
    Ok(found.is_some())
}
