//! One write of an agent's canvas: its turn, its version, and what it leaves of the older ones.

use super::{VERSIONS_MAX, sql};
use crate::call::Call;
use crate::store::{ActingAgent, ScopedTransaction, StoreError};

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
        let (version,) = counted.ok_or_else(|| StoreError::unreadable("the count of versions"))?;
        // Not before its turn: instants and versions have one order.
        Ok(Self { transaction, agent_id: agent.id, version, now_ms: call.now_ms() })
    }

    /// The newest version before this one, and whether it shows anything.
    pub(super) async fn newest(&mut self) -> Result<Option<(i64, bool)>, StoreError> {
        let newest: Option<(i64, i64)> =
            self.transaction.query(&sql::NEWEST).bind(self.agent_id).first().await?;
        Ok(newest.map(|(version, length)| (version, length > 0)))
    }

    /// Keeps this as the newest version, and forgets those that are too old now; its version.
    pub(super) async fn keep(
        mut self,
        title: Option<&str>,
        html: String,
    ) -> Result<i64, StoreError> {
        self.transaction
            .query(&sql::ADD)
            .bind(self.agent_id)
            .bind(self.version)
            .bind(title.map(str::to_owned))
            .bind(html)
            .bind(self.now_ms)
            .run()
            .await?;
        let oldest = self.version - VERSIONS_MAX;
        self.transaction.query(&sql::FORGET).bind(self.agent_id).bind(oldest).run().await?;
        self.transaction.commit().await?;
        Ok(self.version)
    }
}
