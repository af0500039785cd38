//! What can be typed about workspaces, and about what agents and people work with.

use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

/// `tollgate workspace`.
#[derive(Debug, Subcommand)]
pub(in super::super) enum WorkspaceCommand {
    /// Make a workspace and print its id.
    Create {
        /// Its name; no two workspaces have the same.
        name: String,
    },
    /// Every workspace, oldest first.
    List,
}

/// `tollgate space`.
#[derive(Debug, Subcommand)]
pub(in super::super) enum SpaceCommand {
    /// Make a space with its standing conversation, and print its id.
    Create {
        #[command(flatten)]
        place: InWorkspace,
        /// Its name; no two spaces of a workspace have the same.
        name: String,
    },
    /// The spaces of a workspace, oldest first.
    List {
        #[command(flatten)]
        place: InWorkspace,
    },
}

/// `tollgate agent`.
#[derive(Debug, Subcommand)]
pub(in super::super) enum AgentCommand {
    /// Make an agent and print its id.
    Create {
        #[command(flatten)]
        place: InWorkspace,
        /// Its name; no two agents of a workspace have the same.
        name: String,
    },
    /// The agents of a workspace, oldest first.
    List {
        #[command(flatten)]
        place: InWorkspace,
    },
    /// Sign a token with which a process acts as an agent, and print an entry for .mcp.json.
    ///
    /// Whoever has the entry can act as the agent until the token ends; a token cannot be called
    /// back, other than by removing identity.key from the home, which ends all of them.
    Token(AgentToken),
}

/// `tollgate agent token`.
#[derive(Debug, Args)]
pub(in super::super) struct AgentToken {
    /// The agent, by id, or by a name that no other agent has.
    pub(in super::super) agent: String,
    /// The id of the one task that the process is for.
    #[arg(long, value_name = "ID", value_parser = super::id)]
    pub(in super::super) task: Option<String>,
    /// How long the token proves anything: 1 to 365 days.
    #[arg(long, value_name = "DAYS", default_value_t = 30)]
    #[arg(value_parser = value_parser!(u16).range(1..=365))]
    pub(in super::super) days: u16,
}

/// `tollgate repo`.
#[derive(Debug, Subcommand)]
pub(in super::super) enum RepoCommand {
    /// Register a git working copy and print its id. The working copy itself is never changed.
    Add {
        #[command(flatten)]
        place: InWorkspace,
        /// A folder in the working copy.
        path: PathBuf,
        /// Its name, `owner/name`; that of its remote if it is left out, or else of its folder.
        #[arg(long)]
        name: Option<String>,
    },
    /// The repositories of a workspace, oldest first.
    List {
        #[command(flatten)]
        place: InWorkspace,
    },
}

/// `tollgate feed`.
#[derive(Debug, Subcommand)]
pub(in super::super) enum FeedCommand {
    /// Follow a feed and print its id. It is fetched when somebody refreshes the feeds.
    Add {
        /// Its address, http or https.
        url: String,
        /// Its name; its own title if it is left out.
        #[arg(long)]
        name: Option<String>,
    },
    /// Every feed that is followed.
    List,
    /// Follow a feed no longer; its articles go with it.
    Remove {
        /// Its id, address or name.
        feed: String,
    },
}

/// The workspace that a command works in.
#[derive(Debug, Args)]
pub(in super::super) struct InWorkspace {
    /// The workspace, by id or name.
    #[arg(long, value_name = "WORKSPACE")]
    pub(in super::super) workspace: String,
}
