//! What the store keeps of a grant.

use sqlx::FromRow;

use super::Ttl;
use crate::port::Clock;
use crate::store::new_id;

/// The word for what was given because an agent asked.
const ASKED_FOR: &str = "capability_request";
/// The word for what was given without being asked for.
const BY_OPERATOR: &str = "operator";

/// A tool that an agent has for some time.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Grant {
    /// Its id.
    pub id: String,
    /// The request that it answers, if it does.
    pub approval_id: Option<String>,
    /// Whose it is.
    pub agent_id: String,
    /// The task with which it ends, if with one.
    pub task_id: Option<String>,
    /// The tool.
    pub tool: String,
    /// Since when, in milliseconds.
    pub granted_at: i64,
    /// How it came about.
    pub granted_by: String,
    /// Until when at the latest, in milliseconds.
    pub expires_at: i64,
    /// When it was ended before that, in milliseconds.
    pub revoked_at: Option<i64>,
    /// Why.
    pub revoke_reason: Option<String>,
}

impl Grant {
    /// A grant from now on, which ends by itself after some seconds.
    pub(crate) fn new(clock: &dyn Clock, agent_id: String, tool: String, ttl: Ttl) -> Self {
        let granted_at = clock.now_ms();
        Self {
            id: new_id(clock),
            approval_id: None,
            agent_id,
            task_id: None,
            tool,
            granted_at,
            granted_by: BY_OPERATOR.to_owned(),
            expires_at: granted_at.saturating_add(ttl.as_ms()),
            revoked_at: None,
            revoke_reason: None,
        }
    }

    /// The same, as the answer to a request.
    pub(crate) fn asked_for_as(self, approval_id: &str) -> Self {
        let approval_id = Some(approval_id.to_owned());
        Self { approval_id, granted_by: ASKED_FOR.to_owned(), ..self }
    }

    /// The same, ending with a task.
    pub(crate) fn for_task(self, task_id: Option<String>) -> Self {
        Self { task_id, ..self }
    }

    /// Whether it opens its tool at this moment.
    #[must_use]
    pub const fn is_open(&self, now_ms: i64) -> bool {
        self.revoked_at.is_none() && now_ms < self.expires_at
    }
}
