//! `capability_request`: an agent asks a person for a tool, and waits.

use super::{Grant, sql};
use crate::approvals::{
    self, Approval, ApprovalError, ApprovalKind, ApprovalState, REASON_CHARS_MAX, Wish,
};
use crate::bind::Failure;
use crate::call::Call;
use crate::port::SettingsClosed;
use crate::store::{ActingAgent, ActingAgentError, StoreError, Transaction, rfc3339};
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
    /// What no task can be called.
    #[error("task_id: `{given}` is no id of a task; an id is letters, digits, `-` and `_`")]
    NoTask {
        /// What was given.
        given: String,
    },
    /// Not the task that the caller's token is bound to.
    #[error("task_id: your token is for the task `{own}`, got `{given}`; leave it out")]
    OtherTask {
        /// The task of the token.
        own: String,
        /// What was given.
        given: String,
    },
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
    #[error(
        "nobody decided about `{tool}` in time or before its task ended, which is a no; go on \
         without it, or ask again"
    )]
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
/// your instructions, or the person who gave you the task. Asking again for the same tool and task
/// while a request waits joins that request. A person who decides after the call has ended decides
/// all the same: the tool then appears in the list.
#[tool(does = write, scope = Admin, timeout_ms = 310_000, concurrency = 256)]
pub async fn capability_request(
    call: &Call,
    /// Name of the tool.
    #[param(len = 1..=48)]
    tool: String,
    /// Why you need it; a person reads the first 300 characters.
    #[param(len = 1..=4_000)]
    reason: String,
    /// Task that needs it; yours if left out.
    #[param(len = 1..=64)]
    task_id: Option<String>,
) -> Result<Granted, RequestError> {
    let agent = ActingAgent::of(call).await?;
    if reason.trim().is_empty() {
        return Err(RequestError::NoReason);
    }
    if let Some(task_id) = task_id.as_ref().filter(|task| !is_id(task)) {
        return Err(RequestError::NoTask { given: task_id.escape_debug().to_string() });
    }
    let task_id = match (call.task_id(), task_id) {
        (Some(own), Some(given)) if own != given => {
            return Err(RequestError::OtherTask { own: own.to_owned(), given });
        }
        (Some(own), _) => Some(own.to_owned()),
        (None, given) => given,
    };
    let terms = call.ports().settings.grant_terms(agent.id).await?;
    if !is_tool_name(&tool) || !terms.is_scoped(&tool) {
        return Err(RequestError::NotScoped { tool: tool.escape_debug().to_string() });
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
    if let Some(grant) = open(&mut transaction, agent.id, &tool, call.now_ms()).await? {
        return Ok(Granted::new(grant, call.now_ms()));
    }
    let asked = approvals::ask(&mut transaction, &*call.ports().clock, wish).await?;
    // Looked for again: a grant that came about while asking is seen, or not given yet.
    if let Some(grant) = open(&mut transaction, agent.id, &tool, call.now_ms()).await? {
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

/// The grant that opens this tool to this agent, if there is one.
async fn open(
    transaction: &mut Transaction,
    agent_id: &str,
    tool: &str,
    now_ms: i64,
) -> Result<Option<Grant>, StoreError> {
    transaction.query(&sql::OPEN_FOR).bind(agent_id).bind(tool).bind(now_ms).first().await
}

/// Waits until somebody has decided, the time is over, or there is nothing to decide any more.
/// When nobody waits for the answer, the server ends the waiting.
async fn decision(call: &Call, asked: Approval) -> Result<Approval, RequestError> {
    let mut seen = asked;
    while seen.state == ApprovalState::Pending {
        call.ports().clock.sleep(LOOK_MS).await;
        let terms = call.ports().settings.grant_terms(&seen.agent_id).await?;
        if !terms.is_scoped(&seen.tool) {
            return Err(RequestError::NotScoped { tool: seen.tool });
        }
        seen = approvals::find(call.store(), &*call.ports().clock, &seen.id).await?;
    }
    Ok(seen)
}

/// Whether a text is spelled like an id. A person reads it where a request is decided.
fn is_id(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// Whether a text is spelled like the name of a tool.
fn is_tool_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
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
