//! Whose evolution a caller may set: the operator everybody's, an agent its own and that of the
//! agents below it.

use std::collections::BTreeSet;

use super::EvolutionError;
use crate::agents::{self, Agent};
use crate::call::{Call, Caller};
use crate::near::near;
use crate::store::{ActingAgent, Entity, StoreError, Workspace};
use crate::workspaces;

/// Refuses an agent that is not in the caller's reach.
pub(super) async fn prove(call: &Call, agent_id: &str) -> Result<(), EvolutionError> {
    match call.caller() {
        Caller::Operator => {
            if Entity::Agent.workspace_of(call.store(), agent_id).await?.is_some() {
                return Ok(());
            }
            Err(unknown(agent_id, &everybody(call).await?))
        }
        Caller::Agent { .. } => {
            let own = ActingAgent::of(call).await?;
            // Agents of other workspaces are not told from those that do not exist.
            let known = agents::of_workspace(&own.workspace).await?;
            if known.iter().all(|agent| agent.id != agent_id) {
                return Err(unknown(agent_id, &known));
            }
            if agent_id == own.id || is_below(call, &known, agent_id, own.id).await? {
                return Ok(());
            }
            Err(EvolutionError::NotBelow { id: agent_id.to_owned() })
        }
        Caller::Key { .. } | Caller::Subject { .. } => Err(EvolutionError::Unbound),
    }
}

/// Whether an agent reports to another one, through however many in between.
async fn is_below(
    call: &Call,
    known: &[Agent],
    agent_id: &str,
    above_id: &str,
) -> Result<bool, EvolutionError> {
    let mut at = agent_id;
    let mut seen = BTreeSet::new();
    // Whoever comes by twice goes round in a circle that nobody stands above of.
    while seen.insert(at) {
        let Some(above) = call.ports().settings.reports_to(at).await? else { return Ok(false) };
        let by_id = known.iter().find(|agent| agent.id == above);
        let Some(above) = by_id.or_else(|| known.iter().find(|agent| agent.name == above)) else {
            return Ok(false);
        };
        if above.id == above_id {
            return Ok(true);
        }
        at = &above.id;
    }
    Ok(false)
}

async fn everybody(call: &Call) -> Result<Vec<Agent>, StoreError> {
    let mut everybody = Vec::new();
    for workspace in workspaces::admin::list(call.store()).await? {
        if let Some(workspace) = Workspace::open(call.store(), &workspace.id).await? {
            everybody.extend(agents::of_workspace(&workspace).await?);
        }
    }
    Ok(everybody)
}

fn unknown(id: &str, known: &[Agent]) -> EvolutionError {
    let named = known.iter().find(|agent| agent.name.eq_ignore_ascii_case(id));
    let near = match named {
        Some(Agent { id, name, .. }) => format!("; the agent named `{name}` has the id `{id}`"),
        None => near(id, known.iter().map(|agent| agent.id.as_str())),
    };
    EvolutionError::Unknown { id: id.to_owned(), near }
}
