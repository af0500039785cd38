//! `tollgate approvals`.

use std::collections::BTreeMap;

use serde::Serialize;
use tollgate_tools::approvals::admin;
use tollgate_tools::approvals::{Approval, ApprovalKind};
use tollgate_tools::store::rfc3339;

use super::{Desk, INSTANT_CHARS, OperatorError, grant, json};
use crate::cli::command::{ApprovalsCommand, Format};
use crate::registry::Registry;

/// Who decides at a command line.
const OPERATOR: &str = "operator";
/// Characters of the longest state.
const STATE_CHARS: usize = 8;

pub(super) async fn run(
    command: ApprovalsCommand,
    registry: &'static Registry,
    desk: &Desk,
) -> Result<String, OperatorError> {
    desk.refuse_agents("approvals").await?;
    let (store, clock) = (&desk.store, &*desk.ports.clock);
    match command {
        ApprovalsCommand::List { all: false, format } => {
            list(&admin::waiting(store, clock).await?, format, desk).await
        }
        ApprovalsCommand::List { all: true, format } => {
            list(&admin::newest(store, clock).await?, format, desk).await
        }
        ApprovalsCommand::Approve { id, ttl, format } => {
            let asked = tollgate_tools::approvals::find(store, clock, &id).await?;
            let Approval { kind: ApprovalKind::CapabilityGrant, agent_id, tool, .. } = asked;
            let ttl = grant::lasting(desk, registry, &agent_id, &tool, ttl).await?;
            let given = admin::approve(store, clock, &id, OPERATOR, ttl).await?;
            grant::one(&given, format, desk)
        }
        ApprovalsCommand::Deny { id, format } => {
            let denied = admin::deny(store, clock, &id, OPERATOR).await?;
            let names = desk.agent_names().await?;
            match format.json {
                true => json(&Shown::of(&denied, &names)),
                false => Ok(line(&denied, &names)),
            }
        }
    }
}

/// The names of agents, by their ids.
type Names = BTreeMap<String, String>;

async fn list(
    approvals: &[Approval],
    format: Format,
    desk: &Desk,
) -> Result<String, OperatorError> {
    let names = desk.agent_names().await?;
    match format.json {
        true => json(&approvals.iter().map(|it| Shown::of(it, &names)).collect::<Vec<_>>()),
        false => Ok(approvals.iter().map(|approval| line(approval, &names)).collect()),
    }
}

/// A request as JSON.
#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    kind: &'static str,
    state: &'static str,
    agent_id: &'a str,
    agent: Option<&'a str>,
    task_id: Option<&'a str>,
    tool: &'a str,
    reason: &'a str,
    created_at: String,
    expires_at: String,
    decided_at: Option<String>,
    decided_by: Option<&'a str>,
}

impl<'a> Shown<'a> {
    fn of(approval: &'a Approval, names: &'a Names) -> Self {
        Self {
            id: &approval.id,
            kind: approval.kind.word(),
            state: approval.state.word(),
            agent_id: &approval.agent_id,
            agent: names.get(&approval.agent_id).map(String::as_str),
            task_id: approval.task_id.as_deref(),
            tool: &approval.tool,
            reason: &approval.reason,
            created_at: rfc3339(approval.created_at),
            expires_at: rfc3339(approval.expires_at),
            decided_at: approval.decided_at.map(rfc3339),
            decided_by: approval.decided_by.as_deref(),
        }
    }
}

/// One request as a line: the columns of fixed width come first.
fn line(approval: &Approval, names: &Names) -> String {
    let Approval { id, state, agent_id, tool, reason, expires_at, .. } = approval;
    let agent = names.get(agent_id).unwrap_or(agent_id);
    let task = approval.task_id.as_ref().map_or(String::new(), |task| format!(" for {task}"));
    format!(
        "{id}  {:STATE_CHARS$}  until {:INSTANT_CHARS$}  {agent}  {tool}{task}: {reason}\n",
        state.word(),
        rfc3339(*expires_at),
    )
}
