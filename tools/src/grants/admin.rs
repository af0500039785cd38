//! What the operator, and the end of a task, do with grants; no tool does it.

use super::{Grant, sql};
use crate::approvals::admin as approvals;
use crate::port::Clock;
use crate::store::{Entity, Store, StoreError, Transaction, rfc3339};

/// Grants that a list shows.
pub const SHOWN_MAX: u32 = 500;
/// Seconds that a grant lasts at most.
pub const TTL_SECS_MAX: u32 = 604_800;

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
    /// It would last for no time, or for too long.
    #[error("a grant lasts 1 to {TTL_SECS_MAX} seconds, got {given}")]
    Ttl {
        /// The seconds as given.
        given: u32,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Gives an agent a tool for some seconds, or until its task ends.
///
/// # Errors
/// When there is no such agent, the time is out of its range, or the store fails.
pub async fn give(
    store: &Store,
    clock: &dyn Clock,
    agent_id: &str,
    tool: &str,
    task_id: Option<String>,
    ttl_secs: u32,
) -> Result<Grant, GrantsError> {
    if !(1..=TTL_SECS_MAX).contains(&ttl_secs) {
        return Err(GrantsError::Ttl { given: ttl_secs });
    }
    if Entity::Agent.workspace_of(store, agent_id).await?.is_none() {
        return Err(GrantsError::UnknownAgent { id: agent_id.to_owned() });
    }
    let grant = Grant::new(clock, agent_id.to_owned(), tool.to_owned(), ttl_secs);
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
    let now_ms = clock.now_ms();
    let update = store.query(&sql::REVOKE).bind(id).bind(now_ms).bind("operator");
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
/// still waits for one. Tells how many grants were ended.
///
/// # Errors
/// When the store fails; nothing is ended then.
pub async fn end_task(store: &Store, clock: &dyn Clock, task_id: &str) -> Result<u64, StoreError> {
    let now_ms = clock.now_ms();
    let mut transaction = store.begin().await?;
    let update = transaction.query(&sql::END_TASK).bind(task_id).bind(now_ms);
    let ended = update.bind("task_phase_end").run().await?;
    approvals::end_task(&mut transaction, task_id, now_ms).await?;
    transaction.commit().await?;
    Ok(ended)
}

/// Writes a grant down.
pub(crate) async fn add(transaction: &mut Transaction, grant: &Grant) -> Result<(), StoreError> {
    let add = transaction.query(&sql::ADD).bind(&grant.id).bind(grant.approval_id.clone());
    let add = add.bind(&grant.agent_id).bind(grant.task_id.clone()).bind(&grant.tool);
    let add = add.bind(grant.granted_at).bind(&grant.granted_by).bind(grant.expires_at);
    add.run().await.map(drop)
}
