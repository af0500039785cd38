//! The settings port: what the operator's files say to handlers, and how they change one key.
//!
//! Which tools a caller has is not among it: the gates have decided that before a handler runs.

use std::fmt::Debug;

use super::Pending;
use crate::pattern::Pattern;

/// Reads the settings, as they are at each question, and sets keys of agents.
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

    /// Whom an agent reports to, as its file says: an id or a name; `None` for nobody.
    ///
    /// # Errors
    /// When the settings of the agent cannot be used.
    fn reports_to<'a>(
        &'a self,
        agent_id: &'a str,
    ) -> Pending<'a, Result<Option<String>, SettingsClosed>>;

    /// Sets one key of an agent's file to what a text means for it, and nothing else of the file.
    /// Whether the caller may is not asked here.
    ///
    /// # Errors
    /// When the key takes no such value, or the file cannot be changed; it is as it was then.
    fn set<'a>(
        &'a self,
        agent_id: &'a str,
        key: SettingKey,
        value: &'a str,
    ) -> Pending<'a, Result<SettingChange, SetError>>;
}

/// A key of a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingKey {
    /// The name of its section.
    pub section: &'static str,
    /// Its name.
    pub name: &'static str,
}

/// What became of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingChange {
    /// What held before, as a file would say it.
    pub before: String,
    /// What holds now, as the file says it.
    pub now: String,
}

/// Why a key was not set.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// The key takes no such value.
    #[error("{mistake}")]
    Value {
        /// What came and what is expected.
        mistake: String,
    },
    /// The file has mistakes already.
    #[error("nothing was changed, because the file has mistakes; mend them first:\n{mistakes}")]
    Faulty {
        /// All of them, with their places.
        mistakes: String,
    },
    /// Somebody else changed the file at the same moment.
    #[error("nothing was changed, because the file was edited at the same moment; try again")]
    Changed,
    /// The file cannot be used.
    #[error(transparent)]
    Closed(#[from] SettingsClosed),
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
