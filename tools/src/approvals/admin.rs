//! What the operator does with approvals; no tool does it.

use super::model::{Approval, ApprovalKind, ApprovalRow, ApprovalState, BY_TASK_END, BY_TIME};
use super::{ApprovalError, sql};
use crate::grants::{self, Grant, Ttl};
use crate::port::Clock;
use crate::store::{Store, StoreError, Transaction};

/// Decided requests that a list shows.
pub const SHOWN_MAX: u32 = 500;

/// What waits for a decision, the oldest first.
///
/// # Errors
/// When the store fails.
pub async fn waiting(store: &Store, clock: &dyn Clock) -> Result<Vec<Approval>, StoreError> {
    let now_ms = clock.now_ms();
    let rows: Vec<ApprovalRow> = store.query(&sql::ALL_WAITING).bind(now_ms).all().await?;
    rows.into_iter().map(|row| row.at(now_ms)).collect()
}

/// The newest requests, decided or not, the newest first.
///
/// # Errors
/// When the store fails.
pub async fn newest(store: &Store, clock: &dyn Clock) -> Result<Vec<Approval>, StoreError> {
    let rows: Vec<ApprovalRow> = store.query(&sql::NEWEST).bind(SHOWN_MAX).all().await?;
    let now_ms = clock.now_ms();
    rows.into_iter().map(|row| row.at(now_ms)).collect()
}

/// Says yes, and gives what was asked for in the same moment.
///
/// # Errors
/// When there is no such request, it does not wait any more, or the store fails; nothing is given
/// then.
pub async fn approve(
    store: &Store,
    clock: &dyn Clock,
    id: &str,
    by: &str,
    ttl: Ttl,
) -> Result<Grant, ApprovalError> {
    let mut transaction = store.begin().await?;
    let approval = decide(&mut transaction, clock, id, ApprovalState::Approved, by).await?;
    let Approval { kind: ApprovalKind::CapabilityGrant, agent_id, task_id, tool, .. } = approval;
    let grant = Grant::new(clock, agent_id, tool, ttl).asked_for_as(id).for_task(task_id);
    grants::add(&mut transaction, &grant).await?;
    transaction.commit().await?;
    Ok(grant)
}

/// Says no.
///
/// # Errors
/// When there is no such request, it does not wait any more, or the store fails.
pub async fn deny(
    store: &Store,
    clock: &dyn Clock,
    id: &str,
    by: &str,
) -> Result<Approval, ApprovalError> {
    let mut transaction = store.begin().await?;
    let denied = decide(&mut transaction, clock, id, ApprovalState::Denied, by).await?;
    transaction.commit().await?;
    Ok(denied)
}

/// Ends every request for a task, which has ended itself.
pub(crate) async fn end_task(
    transaction: &mut Transaction,
    task_id: &str,
    now_ms: i64,
) -> Result<u64, StoreError> {
    let update = transaction.query(&sql::END_TASK).bind(task_id);
    let update = update.bind(ApprovalState::Expired.word()).bind(now_ms).bind(BY_TASK_END);
    update.run().await
}

async fn decide(
    transaction: &mut Transaction,
    clock: &dyn Clock,
    id: &str,
    state: ApprovalState,
    by: &str,
) -> Result<Approval, ApprovalError> {
    // The moment at which it is decided: the transaction may have waited for its turn.
    let now_ms = clock.now_ms();
    let update = transaction.query(&sql::DECIDE).bind(id).bind(state.word());
    let is_first = update.bind(now_ms).bind(by).run().await? == 1;
    let row: Option<ApprovalRow> = transaction.query(&sql::FIND).bind(id).first().await?;
    let row = row.ok_or_else(|| ApprovalError::Unknown { id: id.to_owned() })?;
    let approval = row.at(now_ms)?;
    if is_first {
        return Ok(approval);
    }
    Err(ApprovalError::Decided {
        state: approval.state,
        by: approval.decided_by.unwrap_or_else(|| BY_TIME.to_owned()),
        at: approval.decided_at.unwrap_or(approval.expires_at),
        id: approval.id,
    })
}
