//! `tollgate grant`.

use serde::Serialize;
use tollgate_tools::call::Caller;
use tollgate_tools::grants::{ActiveGrants, Grant, Ttl, admin};
use tollgate_tools::store::rfc3339;

use super::{Desk, INSTANT_CHARS, OperatorError, json};
use crate::cli::command::{Format, GiveGrant, GrantCommand};
use crate::gate::{self, Catalog, Standing, Standpoint};
use crate::openings;
use crate::registry::Registry;
use crate::settings::live::Snapshot;

/// Characters of the longest state.
const STATE_CHARS: usize = 7;

pub(super) async fn run(
    command: GrantCommand,
    registry: &'static Registry,
    desk: &Desk,
) -> Result<String, OperatorError> {
    desk.refuse_agents("grants").await?;
    let (store, clock) = (&desk.store, &*desk.ports.clock);
    match command {
        GrantCommand::Give(arguments) => give(arguments, registry, desk).await,
        GrantCommand::List(format) => {
            let (grants, now_ms) = (admin::newest(store).await?, clock.now_ms());
            match format.json {
                true => json(&grants.iter().map(|it| Shown::of(it, now_ms)).collect::<Vec<_>>()),
                false => Ok(grants.iter().map(|grant| line(grant, now_ms)).collect()),
            }
        }
        GrantCommand::Revoke { id, format } => {
            one(&admin::revoke(store, clock, &id).await?, format, desk)
        }
        GrantCommand::EndTask { task } => {
            let admin::Ended { grants, requests } = admin::end_task(store, clock, &task).await?;
            Ok(format!("ended with the task {task}: grants {grants}, requests {requests}\n"))
        }
    }
}

async fn give(
    arguments: GiveGrant,
    registry: &'static Registry,
    desk: &Desk,
) -> Result<String, OperatorError> {
    let GiveGrant { agent, tool, task, ttl, format } = arguments;
    let agent_id = desk.agent(&agent).await?.id;
    let ttl = lasting(desk, registry, &agent_id, &tool, ttl).await?;
    let (store, clock) = (&desk.store, &*desk.ports.clock);
    one(&admin::give(store, clock, &agent_id, &tool, task, ttl).await?, format, desk)
}

/// How long a grant of this tool lasts; refuses one that would open nothing.
pub(super) async fn lasting(
    desk: &Desk,
    registry: &'static Registry,
    agent_id: &str,
    tool: &str,
    given: Option<u32>,
) -> Result<Ttl, OperatorError> {
    let Some(position) = registry.position(tool) else {
        let near = registry.nearest(tool, |_| true);
        return Err(OperatorError::unknown_tool(tool, &near));
    };
    let terms = desk.ports.settings.grant_terms(agent_id).await?;
    if !terms.is_scoped(tool) {
        let (tool, agent_id) = (tool.to_owned(), agent_id.to_owned());
        return Err(OperatorError::NotScoped { tool, agent_id });
    }
    let at = granted(desk, registry, agent_id, tool);
    if let Standing::Hidden { by } = gate::decide(&at.0, position, &at.1) {
        let (tool, gate, reads) = (tool.to_owned(), by.name(), by.reads(&at.1));
        return Err(OperatorError::StillHidden { tool, gate, reads });
    }
    Ok(Ttl::secs(given.unwrap_or(terms.ttl_secs))?)
}

/// Where the agent would stand if it had the grant.
fn granted(
    desk: &Desk,
    registry: &'static Registry,
    agent_id: &str,
    tool: &str,
) -> (Catalog, Standpoint) {
    let catalog = Catalog::new(registry);
    let caller = Caller::Agent { id: agent_id.to_owned(), workspace_id: String::new() };
    let (settings, none) = (Snapshot::read(&desk.home), ActiveGrants::default());
    let mut openings = openings::of(&catalog, &caller, &settings, &none, 0);
    openings.granted_tools.push(tool.to_owned());
    let at = Standpoint::new(&catalog, caller, &openings);
    (catalog, at)
}

/// A grant, as an answer of its own.
pub(super) fn one(grant: &Grant, format: Format, desk: &Desk) -> Result<String, OperatorError> {
    let now_ms = desk.ports.clock.now_ms();
    match format.json {
        true => json(&Shown::of(grant, now_ms)),
        false => Ok(line(grant, now_ms)),
    }
}

/// A grant as JSON.
#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    state: &'static str,
    approval_id: Option<&'a str>,
    agent_id: &'a str,
    task_id: Option<&'a str>,
    tool: &'a str,
    granted_at: String,
    granted_by: &'a str,
    expires_at: String,
    revoked_at: Option<String>,
    revoke_reason: Option<&'a str>,
}

impl<'a> Shown<'a> {
    fn of(grant: &'a Grant, now_ms: i64) -> Self {
        Self {
            id: &grant.id,
            state: state(grant, now_ms),
            approval_id: grant.approval_id.as_deref(),
            agent_id: &grant.agent_id,
            task_id: grant.task_id.as_deref(),
            tool: &grant.tool,
            granted_at: rfc3339(grant.granted_at),
            granted_by: &grant.granted_by,
            expires_at: rfc3339(grant.expires_at),
            revoked_at: grant.revoked_at.map(rfc3339),
            revoke_reason: grant.revoke_reason.as_deref(),
        }
    }
}

fn state(grant: &Grant, now_ms: i64) -> &'static str {
    match grant.revoked_at {
        Some(_) => "ended",
        None if grant.is_open(now_ms) => "open",
        None => "expired",
    }
}

/// One grant as a line: the columns of fixed width come first.
fn line(grant: &Grant, now_ms: i64) -> String {
    let Grant { id, agent_id, tool, granted_by, expires_at, .. } = grant;
    let task = grant.task_id.as_ref().map_or(String::new(), |task| format!(" for {task}"));
    let why = grant.revoke_reason.as_ref().map_or(String::new(), |why| format!(", ended: {why}"));
    format!(
        "{id}  {:STATE_CHARS$}  until {:INSTANT_CHARS$}  {agent_id}  {tool}{task} \
         ({granted_by}{why})\n",
        state(grant, now_ms),
        rfc3339(*expires_at),
    )
}
