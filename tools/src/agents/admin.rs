//! What the operator does with agents. Not for tools.

use super::model::Agent;
use super::{AgentsError, sql};
use crate::port::Clock;
use crate::store::{StoreError, Workspace, checked_name, new_id};

/// Makes an agent in a workspace.
///
/// # Errors
/// When the name is no name or taken, or the store fails.
pub async fn create(
    workspace: &Workspace,
    clock: &dyn Clock,
    name: &str,
) -> Result<Agent, AgentsError> {
    let name = checked_name(name)?;
    let agent = Agent { id: new_id(clock), name: name.to_owned(), created_at: clock.now_ms() };
    let query = workspace.query(&sql::ADD).bind(&agent.id).bind(name).bind(agent.created_at);
    match query.run().await {
        Ok(_) => Ok(agent),
        Err(error) if error.is_duplicate() => Err(AgentsError::Taken { name: agent.name }),
        Err(error) => Err(error.into()),
    }
}

/// Every agent of a workspace, oldest first.
///
/// # Errors
/// When the store fails.
pub async fn list(workspace: &Workspace) -> Result<Vec<Agent>, StoreError> {
    super::of_workspace(workspace).await
}
