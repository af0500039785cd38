//! What the store keeps of an approval.

use sqlx::FromRow;

use crate::store::StoreError;

/// Who has decided what nobody decided in time.
pub(super) const BY_TIME: &str = "system:ttl";
/// Who has decided what was asked for a task that has ended.
pub(super) const BY_TASK_END: &str = "system:task_end";

/// Something that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// Its id.
    pub id: String,
    /// What was asked for.
    pub kind: ApprovalKind,
    /// Who asked.
    pub agent_id: String,
    /// For which task, if for one.
    pub task_id: Option<String>,
    /// The tool that it is about.
    pub tool: String,
    /// Why, in the agent's words: one line without control characters.
    pub reason: String,
    /// How far it is.
    pub state: ApprovalState,
    /// When it was asked for, in milliseconds.
    pub created_at: i64,
    /// Until when it can be decided, in milliseconds.
    pub expires_at: i64,
    /// When it was decided, in milliseconds.
    pub decided_at: Option<i64>,
    /// Who decided.
    pub decided_by: Option<String>,
}

/// What can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalKind {
    /// A tool for some time.
    CapabilityGrant,
}

/// How far a request is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalState {
    /// Nobody has decided yet.
    Pending,
    /// A person said yes.
    Approved,
    /// A person said no.
    Denied,
    /// Nobody decided in time, which is a no.
    Expired,
}

/// A row of the queue.
#[derive(Debug, FromRow)]
pub(super) struct ApprovalRow {
    id: String,
    kind: String,
    agent_id: String,
    task_id: String,
    tool: String,
    reason: String,
    created_at: i64,
    expires_at: i64,
    verdict: Option<String>,
    decided_at: Option<i64>,
    decided_by: Option<String>,
}

impl ApprovalKind {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::CapabilityGrant => "capability_grant",
        }
    }
}

impl ApprovalState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Pending, Self::Approved, Self::Denied, Self::Expired];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::Expired => "expired",
        }
    }
}

impl ApprovalRow {
    /// The approval at a moment: one whose time is over has expired, whatever is stored.
    pub(super) fn at(self, now_ms: i64) -> Result<Approval, StoreError> {
        let state = match self.verdict {
            None if self.expires_at <= now_ms => ApprovalState::Expired,
            None => ApprovalState::Pending,
            Some(word) => ApprovalState::ALL
                .into_iter()
                .find(|state| state.word() == word)
                .ok_or(StoreError::unreadable("the verdict of an approval"))?,
        };
        let kind = match self.kind == ApprovalKind::CapabilityGrant.word() {
            true => ApprovalKind::CapabilityGrant,
            false => return Err(StoreError::unreadable("the kind of an approval")),
        };
        Ok(Approval {
            id: self.id,
            kind,
            agent_id: self.agent_id,
            task_id: Some(self.task_id).filter(|task| !task.is_empty()),
            tool: self.tool,
            reason: self.reason,
            state,
            created_at: self.created_at,
            expires_at: self.expires_at,
            decided_at: self.decided_at,
            decided_by: self.decided_by,
        })
    }
}
