//! What every command of the operator works with, and how its arguments name records.

use std::collections::BTreeMap;

use tollgate_tools::agents::admin as agents;
use tollgate_tools::call::Caller;
use tollgate_tools::keys;
use tollgate_tools::port::Ports;
use tollgate_tools::store::{Entity, Store, Workspace};
use tollgate_tools::workspaces::admin as workspaces;

use super::OperatorError;
use crate::cli::command::InWorkspace;
use crate::settings::{Claims, Home};
use crate::text::did_you_mean;

/// What every command of the operator works with.
pub(super) struct Desk {
    pub(super) home: Home,
    pub(super) store: Store,
    pub(super) ports: Ports,
}

/// An agent, and where it works.
pub(in crate::cli) struct Found {
    pub(in crate::cli) id: String,
    pub(in crate::cli) workspace_id: String,
}

impl Desk {
    /// The workspace that an argument names.
    pub(super) async fn workspace(&self, place: &InWorkspace) -> Result<Workspace, OperatorError> {
        let given = &place.workspace;
        if let Some(workspace) = workspaces::find(&self.store, given).await? {
            return Ok(workspace);
        }
        let all = workspaces::list(&self.store).await?;
        let proposal = if all.is_empty() {
            "; there is none yet, `tollgate workspace create NAME` makes one".to_owned()
        } else {
            let proposal = did_you_mean(given, all.iter().map(|record| record.name.as_str()));
            format!("; `tollgate workspace list` shows them all{proposal}")
        };
        Err(OperatorError::UnknownWorkspace { given: given.clone(), proposal })
    }

    /// The agent of this id, or else the only one of this name in all workspaces.
    pub(super) async fn agent(&self, given: &str) -> Result<Found, OperatorError> {
        agent_of(&self.store, given).await
    }

    /// The name of every agent, by its id.
    pub(super) async fn agent_names(&self) -> Result<BTreeMap<String, String>, OperatorError> {
        let mut names = BTreeMap::new();
        for record in workspaces::list(&self.store).await? {
            let Some(workspace) = Workspace::open(&self.store, &record.id).await? else { continue };
            let agents = agents::list(&workspace).await?;
            names.extend(agents.into_iter().map(|agent| (agent.id, agent.name)));
        }
        Ok(names)
    }

    /// Refuses a process that was started for somebody else: what it asks is the operator's. The
    /// environment can be changed by whoever owns it, so that this stops mistakes, and the modes
    /// of the files of the home stop the rest.
    pub(super) async fn refuse_agents(&self, what: &'static str) -> Result<(), OperatorError> {
        let claims = Claims::of_process()?;
        let is_operators = match &claims.api_key {
            _ if claims.is_agents() => false,
            None => true,
            Some(key) => {
                let shown = keys::verify(&self.store, &*self.ports.clock, key).await;
                matches!(shown, Ok(Caller::Operator))
            }
        };
        if is_operators { Ok(()) } else { Err(OperatorError::ForAgent { what }) }
    }
}

/// The agent of this id, or else the only one of this name in all workspaces.
pub(in crate::cli) async fn agent_of(store: &Store, given: &str) -> Result<Found, OperatorError> {
    if let Some(workspace_id) = Entity::Agent.workspace_of(store, given).await? {
        return Ok(Found { id: given.to_owned(), workspace_id });
    }
    let (mut found, mut names) = (Vec::new(), Vec::new());
    for record in workspaces::list(store).await? {
        let Some(workspace) = Workspace::open(store, &record.id).await? else { continue };
        for agent in agents::list(&workspace).await? {
            if agent.name == given {
                found.push(Found { id: agent.id, workspace_id: record.id.clone() });
            } else {
                names.push(agent.name);
            }
        }
    }
    if found.len() > 1 {
        let ids: Vec<_> = found.iter().map(|one| one.id.as_str()).collect();
        let (given, ids) = (given.to_owned(), ids.join(", "));
        return Err(OperatorError::SeveralAgents { given, ids });
    }
    found.pop().ok_or_else(|| OperatorError::UnknownAgent {
        given: given.to_owned(),
        proposal: did_you_mean(given, names.iter().map(String::as_str)),
    })
}
