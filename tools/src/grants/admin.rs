//! What the operator, and the end of a task, do with grants; no tool does it.

use super::{Grant, Ttl, sql};
use crate::approvals::admin as approvals;
use crate::port::Clock;
use crate::store::{Entity, Store, StoreError, Transaction, rfc3339};

/// How long a grant that is over is kept.
const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// Grants that a list shows.
pub const SHOWN_MAX: u32 = 500;

/// Why a grant cannot be given or ended.
#[derive(Debug, thiserror::Error)]
pub enum GrantsError {
    /// No such agent.
    #[error("no agent has the id `{id}`")]
    UnknownAgent {
        /// The id as given.
        id: String,
    },
    /// No such grant.
    #[error("no grant has the id `{id}`; `tollgate grant list` shows them")]
    Unknown {
        /// The id as given.
        id: String,
    },
    /// It is over already.
    #[error("the grant {id} ended at {}", rfc3339(*.at))]
    Over {
        /// Its id.
        id: String,
        /// When, in milliseconds.
        at: i64,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What ended with a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Grants.
    pub grants: u64,
    /// Requests that waited.
    pub requests: u64,
}

/// Gives an agent a tool for some seconds, or until its task ends.
///
/// # Errors
/// When there is no such agent, or the store fails.
pub async fn give(
    store: &Store,
    clock: &dyn Clock,
    agent_id: &str,
    tool: &str,
    task_id: Option<String>,
    ttl: Ttl,
) -> Result<Grant, GrantsError> {
    if Entity::Agent.workspace_of(store, agent_id).await?.is_none() {
        return Err(GrantsError::UnknownAgent { id: agent_id.to_owned() });
    }
    let grant = Grant::new(clock, agent_id.to_owned(), tool.to_owned(), ttl);
    let grant = grant.for_task(task_id);
    let mut transaction = store.begin().await?;
    add(&mut transaction, &grant).await?;
    transaction.commit().await?;
    Ok(grant)
}

/// The newest grants, those that are over too, the newest first.
///
/// # Errors
/// When the store fails.
pub async fn newest(store: &Store) -> Result<Vec<Grant>, StoreError> {
    store.query(&sql::NEWEST).bind(SHOWN_MAX).all().await
}

/// Ends a grant at once.
///
/// # Errors
/// When there is no such grant, it is over already, or the store fails.
pub async fn revoke(store: &Store, clock: &dyn Clock, id: &str) -> Result<Grant, GrantsError> {
    let update = store.query(&sql::REVOKE).bind(id).bind(clock.now_ms()).bind("operator");
    let is_ended = update.run().await? == 1;
    let grant: Option<Grant> = store.query(&sql::FIND).bind(id).first().await?;
    let grant = grant.ok_or_else(|| GrantsError::Unknown { id: id.to_owned() })?;
    match is_ended {
        true => Ok(grant),
        false => Err(GrantsError::Over {
            at: grant.revoked_at.unwrap_or(grant.expires_at),
            id: grant.id,
        }),
    }
}

/// Ends every grant of a task that has reached its end, whichever that is, and every request that
/// still waits for one.
///
/// # Errors
/// When the store fails; nothing is ended then.
pub async fn end_task(
    store: &Store,
    clock: &dyn Clock,
    task_id: &str,
) -> Result<Ended, StoreError> {
    let mut transaction = store.begin().await?;
    let now_ms = clock.now_ms();
    // Requests first: one that is approved at this moment is waited for, and then its grant is
    // seen.
    let requests = approvals::end_task(&mut transaction, task_id, now_ms).await?;
    let update = transaction.query(&sql::END_TASK).bind(task_id).bind(now_ms);
    let grants = update.bind("task_phase_end").run().await?;
    transaction.commit().await?;
    Ok(Ended { grants, requests })
}

/// Writes a grant down, and forgets those of its agent that have long been over.
pub(crate) async fn add(transaction: &mut Transaction, grant: &Grant) -> Result<(), StoreError> {
    let forget = transaction.query(&sql::FORGET).bind(&grant.agent_id);
    forget.bind(grant.granted_at.saturating_sub(KEPT_MS)).run().await?;
    let add = transaction.query(&sql::ADD).bind(&grant.id).bind(grant.approval_id.clone());
    let add = add.bind(&grant.agent_id).bind(grant.task_id.clone()).bind(&grant.tool);
    let add = add.bind(grant.granted_at).bind(&grant.granted_by).bind(grant.expires_at);
    add.run().await.map(drop)
}
