//! `capability_request`: an agent asks a person for a tool, and waits.

use super::{Grant, sql};
use crate::approvals::{
    self, Approval, ApprovalError, ApprovalKind, ApprovalState, REASON_CHARS_MAX, Wish,
};
use crate::bind::Failure;
use crate::call::Call;
use crate::port::SettingsClosed;
use crate::store::{ActingAgent, ActingAgentError, StoreError, rfc3339};
use crate::{Reply, tool};

/// Seconds for which a request waits for a decision.
const WAIT_SECS: i64 = 300;
/// Milliseconds between two looks at it.
const LOOK_MS: u64 = 500;

/// A tool that was granted.
#[derive(Debug, Reply)]
#[reply(text = Self::text)]
pub struct Granted {
    /// The tool.
    pub tool: String,
    /// The grant.
    pub grant_id: String,
    /// Until when at the latest.
    pub expires_at: String,
    /// Seconds until then.
    pub expires_in_secs: i64,
    /// The task with which it ends.
    pub task_id: Option<String>,
}

/// Why a request came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// Whoever calls is no agent.
    #[error(transparent)]
    Agent(#[from] ActingAgentError),
    /// A reason with nothing to read.
    #[error("reason: say why you need the tool; a person reads it and decides")]
    NoReason,
    /// The tool is not scoped.
    #[error(
        "tool: `{tool}` is not one of your scoped tools, so that it needs no grant and none can \
         open it; if it is not in your list, the operator decides that in agent.toml"
    )]
    NotScoped {
        /// The tool.
        tool: String,
    },
    /// Nobody can tell whether it is.
    #[error(transparent)]
    Settings(#[from] SettingsClosed),
    /// It cannot be asked for.
    #[error(transparent)]
    Approval(#[from] ApprovalError),
    /// A person said no.
    #[error("a person denied `{tool}`; go on without it, or ask again with a better reason")]
    Denied {
        /// The tool.
        tool: String,
    },
    /// Nobody said anything.
    #[error("nobody decided about `{tool}` in time, which is a no; go on without it or ask again")]
    Expired {
        /// The tool.
        tool: String,
    },
    /// It was granted, and that is over.
    #[error("the grant of `{tool}` was ended before it could be used")]
    Over {
        /// The tool.
        tool: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Ask a person for one of your scoped tools and wait up to 300 s. The grant ends after some time
/// and with its task.
///
/// A scoped tool is not listed until it is granted, so that its name comes from somewhere else:
/// your instructions, or the person who gave you the task. Asking again while a request waits
/// joins that request. A person who decides after the call has ended decides all the same: the
/// tool then appears in the list.
#[tool(does = write, scope = Admin, timeout_ms = 310_000, concurrency = 256)]
pub async fn capability_request(
    call: &Call,
    /// Name of the tool.
    #[param(len = 1..=48)]
    tool: String,
    /// Why you need it; a person reads the first 300 characters.
    #[param(len = 1..=4_000)]
    reason: String,
    /// Task that needs it.
    #[param(len = 1..=64)]
    task_id: Option<String>,
) -> Result<Granted, RequestError> {
    let agent = ActingAgent::of(call).await?;
    if reason.trim().is_empty() {
        return Err(RequestError::NoReason);
    }
    if !call.ports().settings.grant_terms(agent.id).await?.is_scoped(&tool) {
        return Err(RequestError::NotScoped { tool });
    }
    let wish = Wish {
        kind: ApprovalKind::CapabilityGrant,
        agent_id: agent.id,
        task_id: task_id.as_deref(),
        tool: &tool,
        reason: &reason,
        ttl_ms: WAIT_SECS * 1_000,
    };
    let mut transaction = call.store().begin().await?;
    let asked = approvals::ask(&mut transaction, &*call.ports().clock, wish).await?;
    // Looked for after asking: a grant that comes about at this moment is seen, or not given yet.
    let open = transaction.query(&sql::OPEN_FOR).bind(agent.id).bind(&tool);
    if let Some(grant) = open.bind(call.now_ms()).first::<Grant>().await? {
        return Ok(Granted::new(grant, call.now_ms()));
    }
    transaction.commit().await?;
    let decided = decision(call, asked).await?;
    match decided.state {
        ApprovalState::Approved => {
            let grant = call.store().query(&sql::ANSWERING).bind(&decided.id);
            match grant.first::<Grant>().await? {
                Some(grant) if grant.is_open(call.now_ms()) => {
                    Ok(Granted::new(grant, call.now_ms()))
                }
                _ => Err(RequestError::Over { tool }),
            }
        }
        ApprovalState::Denied => Err(RequestError::Denied { tool }),
        ApprovalState::Expired | ApprovalState::Pending => Err(RequestError::Expired { tool }),
    }
}

/// Waits until somebody has decided, the time is over, or nobody waits any more.
async fn decision(call: &Call, asked: Approval) -> Result<Approval, RequestError> {
    let mut seen = asked;
    while seen.state == ApprovalState::Pending && !call.is_cancelled() {
        call.ports().clock.sleep(LOOK_MS).await;
        seen = approvals::find(call.store(), &*call.ports().clock, &seen.id).await?;
    }
    Ok(seen)
}

const _: () = assert!(REASON_CHARS_MAX == 300, "the parameter says how much a person reads");

impl Granted {
    fn new(grant: Grant, now_ms: i64) -> Self {
        Self {
            tool: grant.tool,
            grant_id: grant.id,
            expires_at: rfc3339(grant.expires_at),
            expires_in_secs: (grant.expires_at - now_ms) / 1_000,
            task_id: grant.task_id,
        }
    }

    fn text(&self) -> String {
        let Self { tool, expires_in_secs, grant_id, .. } = self;
        format!(
            "`{tool}` is granted for {expires_in_secs} s (grant {grant_id}). Call it by its name \
             now; you need not wait for a new list."
        )
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Agent(error) => error.into(),
            RequestError::Store(error) | RequestError::Approval(ApprovalError::Store(error)) => {
                Self::internal(error)
            }
            refused => Self::refused(&refused),
        }
    }
}
