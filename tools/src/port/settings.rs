//! The settings port: what the operator's files say to handlers.
//!
//! Which tools a caller has is not among it: the gates have decided that before a handler runs.

use std::fmt::Debug;

use super::Pending;
use crate::pattern::Pattern;

/// Reads the settings, as they are at each question.
pub trait Settings: Send + Sync + Debug {
    /// The largest structured hand-off, in bytes.
    ///
    /// # Errors
    /// When the settings of the home cannot be used.
    fn handoff_bytes_max(&self) -> Pending<'_, Result<usize, SettingsClosed>>;

    /// On what terms tools are granted to an agent.
    ///
    /// # Errors
    /// When the settings of the agent cannot be used.
    fn grant_terms<'a>(
        &'a self,
        agent_id: &'a str,
    ) -> Pending<'a, Result<GrantTerms, SettingsClosed>>;
}

/// What an agent can be granted, and for how long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrantTerms {
    /// The tools that it has only while a grant lasts.
    pub scoped_tools: Vec<Pattern>,
    /// The seconds that a grant lasts.
    pub ttl_secs: u32,
}

impl GrantTerms {
    /// Whether the agent has this tool only while a grant lasts.
    #[must_use]
    pub fn is_scoped(&self, tool: &str) -> bool {
        self.scoped_tools.iter().any(|pattern| pattern.matches(tool))
    }
}

/// The settings cannot be used. The operator's log says why; a caller does not learn it.
#[derive(Debug, thiserror::Error)]
#[error("the settings cannot be used at the moment; the operator's `tollgate check` says why")]
pub struct SettingsClosed;
