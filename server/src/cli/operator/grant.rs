//! `tollgate grant`.

use serde::Serialize;
use tollgate_tools::grants::Grant;
use tollgate_tools::grants::admin;
use tollgate_tools::store::rfc3339;

use super::{Desk, INSTANT_CHARS, OperatorError, json};
use crate::cli::command::{Format, GiveGrant, GrantCommand};
use crate::registry::Registry;

/// Characters of the longest state.
const STATE_CHARS: usize = 7;

pub(super) async fn run(
    command: GrantCommand,
    registry: &Registry,
    desk: &Desk,
) -> Result<String, OperatorError> {
    desk.refuse_agents("grants")?;
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
            let ended = admin::end_task(store, clock, &task).await?;
            Ok(format!("{ended} grants of the task {task} were ended\n"))
        }
    }
}

async fn give(
    arguments: GiveGrant,
    registry: &Registry,
    desk: &Desk,
) -> Result<String, OperatorError> {
    let GiveGrant { agent, tool, task, ttl, format } = arguments;
    let agent_id = desk.agent(&agent).await?.id;
    let ttl_secs = ttl_secs(desk, registry, &agent_id, &tool, ttl).await?;
    let (store, clock) = (&desk.store, &*desk.ports.clock);
    one(&admin::give(store, clock, &agent_id, &tool, task, ttl_secs).await?, format, desk)
}

/// How long a grant of this tool lasts; refuses one that would open nothing.
pub(super) async fn ttl_secs(
    desk: &Desk,
    registry: &Registry,
    agent_id: &str,
    tool: &str,
    given: Option<u32>,
) -> Result<u32, OperatorError> {
    if registry.get(tool).is_none() {
        let near = registry.nearest(tool, |_| true);
        return Err(OperatorError::unknown_tool(tool, &near));
    }
    let terms = desk.ports.settings.grant_terms(agent_id).await?;
    if !terms.is_scoped(tool) {
        let (tool, agent_id) = (tool.to_owned(), agent_id.to_owned());
        return Err(OperatorError::NotScoped { tool, agent_id });
    }
    match given.unwrap_or(terms.ttl_secs) {
        secs @ 1..=admin::TTL_SECS_MAX => Ok(secs),
        given => Err(admin::GrantsError::Ttl { given }.into()),
    }
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
