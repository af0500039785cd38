//! The agent that calls: for tools that act as the agent itself and are told no workspace.
//!
//! Must not: take an id from an argument.

use super::entity::{Entity, Missing};
use super::statement::Scoped;
use super::{StoreError, Workspace};
use crate::bind::Failure;
use crate::call::{Call, Caller};

const FIND: Scoped =
    Scoped::sql("SELECT workspace_id FROM agents WHERE workspace_id = $1 AND id = $2");

/// The agent that calls, with the workspace it works in.
#[derive(Clone, Debug)]
pub struct ActingAgent<'call> {
    /// Its id.
    pub id: &'call str,
    /// Where it works.
    pub workspace: Workspace,
}

/// Why a call acts as no agent.
#[derive(Debug, thiserror::Error)]
pub enum ActingAgentError {
    /// Whoever calls is none.
    #[error(
        "only an agent can call this, because it acts as the agent itself; got a call by {caller}"
    )]
    NoAgent {
        /// Who calls instead.
        caller: &'static str,
    },
    /// The store has no such agent in its workspace.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ActingAgent<'_> {
    /// The agent that calls, if an agent calls and the store has it.
    ///
    /// # Errors
    /// When somebody else calls, the store does not have the agent, or it fails.
    pub async fn of(call: &Call) -> Result<ActingAgent<'_>, ActingAgentError> {
        let no_agent = |caller| Err(ActingAgentError::NoAgent { caller });
        let (id, workspace_id) = match call.caller() {
            Caller::Agent { id, workspace_id } => (id.as_str(), workspace_id.as_str()),
            Caller::Operator => return no_agent("the operator"),
            Caller::Key { is_external: false, .. } => return no_agent("an internal key"),
            Caller::Key { is_external: true, .. } => return no_agent("an external key"),
            Caller::Subject { .. } => return no_agent("the token of an authorization server"),
        };
        let workspace = Workspace::unproven(call.store(), workspace_id);
        let found: Option<(String,)> = workspace.query(&FIND).bind(id).first().await?;
        match found {
            Some(_) => Ok(ActingAgent { id, workspace }),
            None => Err(workspace.missing(Entity::Agent, id).await?.into()),
        }
    }
}

impl From<ActingAgentError> for Failure {
    fn from(error: ActingAgentError) -> Self {
        match error {
            ActingAgentError::Store(error) => Self::internal(error),
            ActingAgentError::NoAgent { .. } | ActingAgentError::Missing(_) => {
                Self::refused(&error)
            }
        }
    }
}
