//! One write of an agent's state: its turn, its version, and what it puts into the history.

use super::model::{EntryRecord, HandoffRecord, HistoryRecord};
use super::{HISTORY_MAX, sql};
use crate::call::Call;
use crate::store::{ActingAgent, Query, Scoped, ScopedTransaction, StoreError};

/// A write that nobody sees before it is kept whole. Dropped, it and its version are undone.
#[must_use = "a write that is dropped is undone"]
pub(super) struct Write<'call> {
    transaction: ScopedTransaction,
    agent_id: &'call str,
    version: i64,
    now_ms: i64,
}

impl<'call> Write<'call> {
    /// Waits for its turn.
    pub(super) async fn begin(call: &Call, agent: &ActingAgent<'call>) -> Result<Self, StoreError> {
        let mut transaction = agent.workspace.begin().await?;
        let counted: Option<(i64,)> =
            transaction.query(&sql::COUNT_UP).bind(agent.id).first().await?;
        let (version,) = counted.ok_or_else(|| StoreError::unreadable("the count of writes"))?;
        // Not before its turn: instants and versions have one order.
        Ok(Self { transaction, agent_id: agent.id, version, now_ms: call.now_ms() })
    }

    /// A query over the agent's rows.
    pub(super) fn query(&mut self, statement: &'static Scoped) -> Query<'_> {
        self.transaction.query(statement).bind(self.agent_id)
    }

    /// The version that no other write of the agent has.
    pub(super) const fn version(&self) -> i64 {
        self.version
    }

    /// When it is.
    pub(super) const fn now_ms(&self) -> i64 {
        self.now_ms
    }

    /// Every value that holds.
    pub(super) async fn entries(&mut self) -> Result<Vec<EntryRecord>, StoreError> {
        self.query(&sql::ENTRIES).all().await
    }

    /// The hand-off that holds.
    pub(super) async fn handoff(&mut self) -> Result<Option<HandoffRecord>, StoreError> {
        self.query(&sql::HANDOFF).first().await
    }

    /// Puts a value into the history that this write ends.
    pub(super) async fn end_entry(
        &mut self,
        entry: EntryRecord,
        because: &str,
    ) -> Result<(), StoreError> {
        self.keep(HistoryRecord {
            version: self.version,
            entry_key: Some(entry.entry_key),
            value: entry.value,
            reason: Some(entry.reason),
            status: None,
            next_steps: None,
            evidence: None,
            blocker: None,
            set_at: entry.set_at,
            ended_at: self.now_ms,
            because: Some(because.to_owned()),
        })
        .await
    }

    /// Puts a hand-off into the history that this write replaces.
    pub(super) async fn end_handoff(&mut self, handoff: HandoffRecord) -> Result<(), StoreError> {
        self.keep(HistoryRecord {
            version: self.version,
            entry_key: None,
            value: handoff.note,
            reason: None,
            status: handoff.status,
            next_steps: handoff.next_steps,
            evidence: handoff.evidence,
            blocker: handoff.blocker,
            set_at: handoff.set_at,
            ended_at: self.now_ms,
            because: None,
        })
        .await
    }

    /// Keeps everything; its version.
    pub(super) async fn commit(self) -> Result<i64, StoreError> {
        self.transaction.commit().await?;
        Ok(self.version)
    }

    async fn keep(&mut self, ended: HistoryRecord) -> Result<(), StoreError> {
        self.query(&sql::KEEP)
            .bind(ended.version)
            .bind(ended.entry_key)
            .bind(ended.value)
            .bind(ended.reason)
            .bind(ended.status)
            .bind(ended.next_steps)
            .bind(ended.evidence)
            .bind(ended.blocker)
            .bind(ended.set_at)
            .bind(ended.ended_at)
            .bind(ended.because)
            .run()
            .await?;
        self.query(&sql::FORGET).bind(HISTORY_MAX).run().await.map(|_| ())
    }
}
