//! The grants that are open at a moment, as the gates look at them.

use std::collections::BTreeMap;

use super::sql;
use crate::store::{Store, StoreError};

/// Every open grant of a store, by agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActiveGrants {
    /// Of each agent, the tools, with the moment at which the last grant of each ends.
    by_agent: BTreeMap<String, BTreeMap<String, i64>>,
}

impl ActiveGrants {
    /// Reads what is open now.
    ///
    /// # Errors
    /// When the store fails; nothing counts as open then.
    pub async fn read(store: &Store, now_ms: i64) -> Result<Self, StoreError> {
        let rows: Vec<(String, String, i64)> = store.query(&sql::OPEN).bind(now_ms).all().await?;
        let mut by_agent = BTreeMap::<_, BTreeMap<_, _>>::new();
        for (agent_id, tool, expires_at) in rows {
            let ends = by_agent.entry(agent_id).or_default().entry(tool).or_insert(expires_at);
            *ends = expires_at.max(*ends);
        }
        Ok(Self { by_agent })
    }

    /// The tools that are open to an agent at this moment.
    pub fn of(&self, agent_id: &str, now_ms: i64) -> impl Iterator<Item = &str> {
        let tools = self.by_agent.get(agent_id).into_iter().flatten();
        tools.filter(move |(_, ends)| now_ms < **ends).map(|(tool, _)| tool.as_str())
    }

    /// When the next of them ends by itself, in milliseconds.
    #[must_use]
    pub fn next_end(&self, now_ms: i64) -> Option<i64> {
        let ends = self.by_agent.values().flat_map(BTreeMap::values);
        ends.copied().filter(|ends| now_ms < *ends).min()
    }
}
