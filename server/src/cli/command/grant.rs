//! What can be typed about approvals and grants.

use clap::{Args, Subcommand};

use super::Format;

/// `tollgate approvals`.
#[derive(Debug, Subcommand)]
pub(in super::super) enum ApprovalsCommand {
    /// What agents ask for and nobody has decided, the oldest first.
    List {
        /// The newest 500 requests instead, decided or not, the newest first.
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        format: Format,
    },
    /// Say yes: the agent gets what it asked for at once, for some time.
    Approve {
        /// The id of the request.
        id: String,
        /// How long the grant lasts; as the agent's settings say if it is left out.
        #[arg(long, value_name = "SECONDS")]
        ttl: Option<u32>,
        #[command(flatten)]
        format: Format,
    },
    /// Say no.
    Deny {
        /// The id of the request.
        id: String,
        #[command(flatten)]
        format: Format,
    },
}

/// `tollgate grant`.
#[derive(Debug, Subcommand)]
pub(in super::super) enum GrantCommand {
    /// Give an agent one of its scoped tools for some time.
    Give(GiveGrant),
    /// The newest 500 grants, the newest first, those that are over too.
    List(Format),
    /// End a grant at once.
    Revoke {
        /// The id of the grant.
        id: String,
        #[command(flatten)]
        format: Format,
    },
    /// End every grant of a task, and every request for it, because the task has ended.
    EndTask {
        /// The id of the task.
        task: String,
    },
}

/// `tollgate grant give`.
#[derive(Debug, Args)]
pub(in super::super) struct GiveGrant {
    /// The agent, by id or name.
    pub(in super::super) agent: String,
    /// The tool.
    pub(in super::super) tool: String,
    /// The task with which the grant ends.
    #[arg(long, value_name = "ID", value_parser = super::id)]
    pub(in super::super) task: Option<String>,
    /// How long it lasts; as the agent's settings say if it is left out.
    #[arg(long, value_name = "SECONDS")]
    pub(in super::super) ttl: Option<u32>,
    #[command(flatten)]
    pub(in super::super) format: Format,
}
