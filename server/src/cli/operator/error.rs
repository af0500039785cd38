//! Why a request of the operator has no answer.

use tollgate_tools::agents::AgentsError;
use tollgate_tools::approvals::ApprovalError;
use tollgate_tools::grants::TtlError;
use tollgate_tools::grants::admin::GrantsError;
use tollgate_tools::keys::KeysError;
use tollgate_tools::messaging::MessagingError;
use tollgate_tools::newsfeed::admin::AddError;
use tollgate_tools::port::SettingsClosed;
use tollgate_tools::repos::RepoError;
use tollgate_tools::store::StoreError;
use tollgate_tools::workspaces::WorkspacesError;

use crate::identity::IdentityKeyError;
use crate::settings::NoClaim;
use crate::text::did_you_mean;

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
    /// No such agent.
    #[error(
        "no agent has the id or name `{given}`; \
         `tollgate agent list` shows the agents of a workspace{proposal}"
    )]
    UnknownAgent {
        /// What was given.
        given: String,
        /// The names that were probably meant, as the end of the sentence.
        proposal: String,
    },
    /// Agents of several workspaces have one name.
    #[error("several agents are called `{given}`; give the id of one: {ids}")]
    SeveralAgents {
        /// What was given.
        given: String,
        /// The ids of all.
        ids: String,
    },
    /// An agent's process asks for what the operator decides.
    #[error(
        "{what} are for the operator, and this process was started for somebody else; unset \
         TOLLGATE_AGENT_ID, TOLLGATE_AGENT_TOKEN and TOLLGATE_API_KEY if you are the operator"
    )]
    ForAgent {
        /// What was asked for.
        what: &'static str,
    },
    /// No such tool.
    #[error("no tool is called `{given}`; `tollgate tools list` shows them all{proposal}")]
    UnknownTool {
        /// What was given.
        given: String,
        /// The names that were probably meant, as the end of the sentence.
        proposal: String,
    },
    /// A grant of it would open nothing.
    #[error(
        "`{tool}` is not a scoped tool of the agent {agent_id}, so that a grant would change \
         nothing; `[capabilities] scoped_tools` in agents/{agent_id}/agent.toml names those"
    )]
    NotScoped {
        /// The tool.
        tool: String,
        /// The agent.
        agent_id: String,
    },
    /// Another gate would hide it all the same.
    #[error("a grant of `{tool}` would change nothing: the gate {gate} hides it as well ({reads})")]
    StillHidden {
        /// The tool.
        tool: String,
        /// The gate.
        gate: &'static str,
        /// What it read.
        reads: String,
    },
    /// Nobody can tell what an agent may be granted.
    #[error(transparent)]
    Settings(#[from] SettingsClosed),
    /// A request cannot be decided.
    #[error(transparent)]
    Approvals(#[from] ApprovalError),
    /// A grant would last for no time, or for too long.
    #[error(transparent)]
    Ttl(#[from] TtlError),
    /// A grant cannot be given or ended.
    #[error(transparent)]
    Grants(#[from] GrantsError),
    /// The environment names somebody, and nobody.
    #[error(transparent)]
    NoClaim(#[from] NoClaim),
    /// A key cannot be made or changed.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The home cannot sign.
    #[error(transparent)]
    IdentityKey(#[from] IdentityKeyError),
    /// An answer cannot be written as JSON.
    #[error("an answer is no JSON")]
    Json(#[from] serde_json::Error),
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
    /// There is no such tool, but these.
    pub(crate) fn unknown_tool(given: &str, near: &[&str]) -> Self {
        let proposal = did_you_mean(given, near.iter().copied());
        Self::UnknownTool { given: given.to_owned(), proposal }
    }

    /// Whether the operator can mend it; otherwise the store or the server is at fault.
    pub(crate) fn is_refusal(&self) -> bool {
        !matches!(
            self,
            Self::Store(_)
                | Self::Runtime(_)
                | Self::Json(_)
                | Self::IdentityKey(
                    IdentityKeyError::Unwritable { .. } | IdentityKeyError::NoRandom(_)
                )
                | Self::Keys(KeysError::Store(_) | KeysError::NoRandom(_))
                | Self::Workspaces(WorkspacesError::Store(_))
                | Self::Messaging(MessagingError::Store(_))
                | Self::Agents(AgentsError::Store(_))
                | Self::Repo(RepoError::Store(_))
                | Self::Feed(AddError::Store(_))
                | Self::Approvals(ApprovalError::Store(_))
                | Self::Grants(GrantsError::Store(_))
        )
    }
}
