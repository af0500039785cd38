//! Asking, and looking what became of it.

use super::model::{Approval, ApprovalKind, ApprovalRow, ApprovalState, BY_TIME};
use super::{ApprovalError, sql};
use crate::display::acts_on_display;
use crate::port::Clock;
use crate::store::{Store, StoreError, Transaction, new_id};

/// Requests of one agent that wait at a time.
pub const PENDING_MAX: i64 = 20;
/// Characters of a reason that are kept.
pub const REASON_CHARS_MAX: usize = 300;

/// How long a decided request is kept.
const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1_000;
/// Tries to enter a request while others like it are decided.
const TRIES: u32 = 8;

/// What an agent asks for.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// What it is.
    pub kind: ApprovalKind,
    /// Who asks.
    pub agent_id: &'a str,
    /// For which task, if for one.
    pub task_id: Option<&'a str>,
    /// The tool that it is about.
    pub tool: &'a str,
    /// Why; kept as one line, and cut.
    pub reason: &'a str,
    /// The milliseconds for which it waits for a decision.
    pub ttl_ms: i64,
}

/// Puts a wish into the queue; if the agent waits for the same already, that request is it.
///
/// Whoever decides about the same at this moment has done so before what the transaction sees
/// after this.
///
/// # Errors
/// When too many of the agent's requests wait, or the store fails.
pub async fn ask(
    transaction: &mut Transaction,
    clock: &dyn Clock,
    wish: Wish<'_>,
) -> Result<Approval, ApprovalError> {
    let Wish { kind, agent_id, task_id, tool, reason, ttl_ms } = wish;
    let (kind, task) = (kind.word(), task_id.unwrap_or_default());
    transaction.query(&sql::TAKE_TURN).bind(agent_id).run().await?;
    let now_ms = clock.now_ms();
    let expire = transaction.query(&sql::EXPIRE).bind(agent_id).bind(now_ms);
    expire.bind(ApprovalState::Expired.word()).bind(BY_TIME).run().await?;
    let forget = transaction.query(&sql::FORGET).bind(agent_id);
    forget.bind(now_ms.saturating_sub(KEPT_MS)).run().await?;
    let others = transaction.query(&sql::OTHERS_WAITING).bind(agent_id).bind(kind);
    let others: Option<(i64,)> = others.bind(tool).bind(task).first().await?;
    if others.is_none_or(|(waiting,)| waiting >= PENDING_MAX) {
        return Err(ApprovalError::TooMany);
    }
    // A request like this one may be decided between two statements; then this one is new.
    for _ in 0..TRIES {
        let add = transaction.query(&sql::ADD).bind(new_id(clock)).bind(kind).bind(agent_id);
        let add = add.bind(task).bind(tool).bind(one_line(reason));
        add.bind(now_ms).bind(now_ms.saturating_add(ttl_ms)).run().await?;
        let waiting = transaction.query(&sql::WAITING).bind(agent_id).bind(kind);
        let row: Option<ApprovalRow> = waiting.bind(tool).bind(task).first().await?;
        if let Some(row) = row {
            return Ok(row.at(now_ms)?);
        }
    }
    Err(StoreError::unreadable("an approval that was just asked for").into())
}

/// What became of a request.
///
/// # Errors
/// When there is none of this id, or the store fails.
pub async fn find(store: &Store, clock: &dyn Clock, id: &str) -> Result<Approval, ApprovalError> {
    let row: Option<ApprovalRow> = store.query(&sql::FIND).bind(id).first().await?;
    let row = row.ok_or_else(|| ApprovalError::Unknown { id: id.to_owned() })?;
    Ok(row.at(clock.now_ms())?)
}

/// A reason as a person can read it anywhere: one line, in which nothing moves a cursor or turns
/// the direction of the text.
fn one_line(reason: &str) -> String {
    let shown = reason.trim().chars().map(|c| if acts_on_display(c) { ' ' } else { c });
    shown.take(REASON_CHARS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_of_at_most_so_many_characters() {
        assert_eq!(one_line(" a\nb\u{1b}[31mc\u{202e}d "), "a b [31mc d");
        let cut = one_line(&"理".repeat(REASON_CHARS_MAX + 1));
        assert_eq!(cut, "理".repeat(REASON_CHARS_MAX));
        assert_eq!(one_line(&cut), cut);
    }
}
