//! Why a request of the operator has no answer.

use tollgate_tools::agents::AgentsError;
use tollgate_tools::messaging::MessagingError;
use tollgate_tools::newsfeed::admin::AddError;
use tollgate_tools::repos::RepoError;
use tollgate_tools::store::StoreError;
use tollgate_tools::workspaces::WorkspacesError;

/// Why a request of the operator has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OperatorError {
    /// No such workspace.
    #[error("no workspace has the id or name `{given}`{proposal}")]
    UnknownWorkspace {
        /// What was given.
        given: String,
        /// What to do instead, as the end of the sentence.
        proposal: String,
    },
    /// No such feed.
    #[error("no feed has the id, address or name `{given}`{proposal}")]
    UnknownFeed {
        /// What was given.
        given: String,
        /// What to do instead, as the end of the sentence.
        proposal: String,
    },
    /// Several feeds have one name.
    #[error("several feeds are called `{given}`; give the id of one: {ids}")]
    SeveralFeeds {
        /// What was given.
        given: String,
        /// The ids of all.
        ids: String,
    },
    /// A workspace cannot be made or listed.
    #[error(transparent)]
    Workspaces(#[from] WorkspacesError),
    /// A space cannot be made or listed.
    #[error(transparent)]
    Messaging(#[from] MessagingError),
    /// An agent cannot be made or listed.
    #[error(transparent)]
    Agents(#[from] AgentsError),
    /// A repository cannot be registered or listed.
    #[error(transparent)]
    Repo(#[from] RepoError),
    /// A feed cannot be followed.
    #[error(transparent)]
    Feed(#[from] AddError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nothing can be waited for.
    #[error("the runtime cannot be started")]
    Runtime(#[source] std::io::Error),
}

impl OperatorError {
    /// Whether the operator can mend it; otherwise the store or the server is at fault.
    pub(crate) fn is_refusal(&self) -> bool {
        !matches!(
            self,
            Self::Store(_)
                | Self::Runtime(_)
                | Self::Workspaces(WorkspacesError::Store(_))
                | Self::Messaging(MessagingError::Store(_))
                | Self::Agents(AgentsError::Store(_))
                | Self::Repo(RepoError::Store(_))
                | Self::Feed(AddError::Store(_))
        )
    }
}
