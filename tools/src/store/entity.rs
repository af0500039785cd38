//! Kinds of workspace rows that callers name by id, and where such a row is.
//!
//! Lives here: the only look-up past the workspace filter. It tells a workspace's id and nothing
//! else, so that a refusal can say that something belongs elsewhere.

use std::fmt;

use super::query::Query;
use super::{Store, StoreError};

/// A kind of thing that a caller can name by its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entity {
    /// An AI employee.
    Agent,
    /// A stream of messages inside a space.
    Conversation,
    /// A registered git working copy.
    Repo,
    /// A place where agents and people talk.
    Space,
}

/// Why a look-up found nothing.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// There is no such thing.
    #[error("{entity} {id} not found.")]
    Unknown {
        /// What was looked for.
        entity: Entity,
        /// Under which id.
        id: String,
    },
    /// There is, in another workspace.
    #[error("{entity} belongs to a different workspace.")]
    Foreign {
        /// What was looked for.
        entity: Entity,
    },
}

impl Entity {
    /// The id of the workspace that has it, if anything has this id.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn workspace_of(self, store: &Store, id: &str) -> Result<Option<String>, StoreError> {
        let found: Option<(String,)> = Query::on_store(store, self.sql()).bind(id).first().await?;
        Ok(found.map(|(workspace_id,)| workspace_id))
    }

    const fn sql(self) -> &'static str {
        match self {
            Self::Agent => "SELECT workspace_id FROM agents WHERE id = $1",
            Self::Conversation => "SELECT workspace_id FROM conversations WHERE id = $1",
            Self::Repo => "SELECT workspace_id FROM repos WHERE id = $1",
            Self::Space => "SELECT workspace_id FROM spaces WHERE id = $1",
        }
    }
}

impl fmt::Display for Entity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agent => "Agent",
            Self::Conversation => "Conversation",
            Self::Repo => "Repo",
            Self::Space => "Space",
        })
    }
}
