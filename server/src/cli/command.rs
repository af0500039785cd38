//! What can be typed: commands, their arguments, and the help that says so.

mod audit;
mod grant;
mod key;
mod narrow;
mod workspace;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::settings::agent::is_id;

use super::seen_by::Typed;

pub(super) use audit::{AuditCommand, Query, Security, Tail};
pub(super) use grant::{ApprovalsCommand, GiveGrant, GrantCommand};
pub(super) use key::{CreateKey, KeyCommand, RotateKey};
pub(super) use narrow::Narrow;
pub(super) use workspace::{
    AgentCommand, AgentToken, FeedCommand, InWorkspace, RepoCommand, SpaceCommand, WorkspaceCommand,
};

/// An MCP tool server in which every tool is one declaration.
#[derive(Debug, Parser)]
#[command(
    name = "tollgate",
    version,
    color = clap::ColorChoice::Never,
    arg_required_else_help = true,
    after_help = "\
Settings are read from config.toml in TOLLGATE_HOME, or else in ~/.tollgate.

Exit codes: 0 done, 1 refused or not as it should be, 64 wrong arguments, 65 a file is not what it
should be, 66 a file cannot be read, 70 the server is at fault, 74 nothing can be written, 78 wrong
settings. `tollgate surface diff` has codes of its own."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Serve one MCP client over standard input and output.
    ///
    /// The client acts as the operator. With --agent, or TOLLGATE_AGENT_ID, it acts as that agent:
    /// TOLLGATE_AGENT_TOKEN then has to prove it, and `tollgate agent token` prints both. With a
    /// key in TOLLGATE_API_KEY it acts as whom the key is for. What is claimed and not proven, or
    /// expired, ends the start.
    ///
    /// --toolsets, --tools, --exclude and --read-only narrow what the client is shown, on top of
    /// the [surface] settings of home and agent. What is left out cannot be called either, and a
    /// name that this build does not have ends the start.
    Stdio(Stdio),
    /// Serve MCP clients over HTTP, at 127.0.0.1:9030.
    ///
    /// POST /mcp takes every protocol version; clients of 2024 that want a stream open GET /sse.
    /// A client shows a key or a token in `Authorization: Bearer`; one on this machine that shows
    /// none is the operator if `loopback_without_key` is on. An address that other machines reach
    /// is refused for as long as nobody could show anything.
    ///
    /// Headers X-Tollgate-Toolsets, -Tools, -Exclude and -Readonly, or parameters of the address,
    /// as in /mcp?toolsets=newsfeed&readonly=true, narrow what one client is shown and can call.
    ///
    /// SIGTERM and SIGINT end it once running calls have ended, or `closing_seconds` later; a
    /// second signal ends it at once.
    Serve(Serve),
    /// Look at the tools of this build.
    #[command(subcommand)]
    Tools(ToolsCommand),
    /// What the tools cost: bytes on the wire, bytes and tokens for the model, budgets.
    Budget(Format),
    /// Read the audit: who called what, when, and how it ended.
    ///
    /// It is `tool_calls.jsonl` in the home, a line a call, and ten files of at most 16 MiB. The
    /// line of a change or a refusal is written before its answer goes out, that of a read within
    /// 50 ms; the disk is synced once a second. While it cannot be written, changes are refused.
    #[command(subcommand)]
    Audit(AuditCommand),
    /// The filter table: every gate, the setting that it reads, and the tools that it hides.
    Gates(Format),
    /// Why a caller has a tool, or has it not: what every gate reads and says.
    ///
    /// Exit code 0 if the caller can call the tool, 1 if not.
    Why(Why),
    /// Show and compare surfaces.
    #[command(subcommand)]
    Surface(SurfaceCommand),
    /// Write the manual: an index, one page per family, the settings and the commands.
    Manual(Manual),
    /// Write the completions of a shell to standard output.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Explain what a start would stand on: home, store, settings, or every mistake in them.
    ///
    /// Opens nothing. Exit code 0 if the server would start with them, 1 if not.
    Check,
    /// Make and list workspaces, which hold everything that agents work on.
    #[command(subcommand)]
    Workspace(WorkspaceCommand),
    /// Make and list spaces, in which agents and people talk.
    #[command(subcommand)]
    Space(SpaceCommand),
    /// Make and list agents, who work in a workspace, and sign tokens for their processes.
    #[command(subcommand, alias = "agents")]
    Agent(AgentCommand),
    /// Make, list, revoke and rotate the keys with which programs call.
    #[command(subcommand)]
    Key(KeyCommand),
    /// Decide what agents ask for.
    ///
    /// A request waits 300 seconds; one that nobody decides is denied.
    #[command(subcommand, alias = "approval")]
    Approvals(ApprovalsCommand),
    /// Give, list and end grants: scoped tools that an agent has for some time.
    ///
    /// A server that runs sees it within a second.
    #[command(subcommand, alias = "grants")]
    Grant(GrantCommand),
    /// Register and list the git working copies of a workspace.
    #[command(subcommand)]
    Repo(RepoCommand),
    /// Follow, list and drop feeds.
    #[command(subcommand)]
    Feed(FeedCommand),
}

/// `tollgate stdio`.
#[derive(Debug, Args)]
pub(super) struct Stdio {
    /// Act as this agent; counts before TOLLGATE_AGENT_ID, and needs a token as well.
    #[arg(long, value_name = "ID", value_parser = id)]
    pub(super) agent: Option<String>,
    #[command(flatten)]
    pub(super) narrow: Narrow,
}

/// `tollgate serve`.
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Listen here; counts before `listen` below [server]. Port 0 is any that is free.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(super) listen: Option<SocketAddr>,
}

/// An id that a person types.
fn id(text: &str) -> Result<String, &'static str> {
    match is_id(text) {
        true => Ok(text.to_owned()),
        false => Err("an id has 1 to 64 of the characters a to z, A to Z, 0 to 9, `_` and `-`"),
    }
}

/// `tollgate tools`.
#[derive(Debug, Subcommand)]
pub(super) enum ToolsCommand {
    /// A line for each tool, by family.
    List {
        /// Only the tools of this family.
        #[arg(long, value_name = "NAME")]
        family: Option<String>,
        /// As a JSON array.
        #[arg(long)]
        json: bool,
    },
    /// Everything that the declaration of one tool says.
    Show {
        /// The tool.
        name: String,
    },
    /// The whole surface as JSON, one tool a line, for `tollgate surface diff`.
    Export,
}

/// `tollgate surface`.
#[derive(Debug, Subcommand)]
pub(super) enum SurfaceCommand {
    /// The tools that one caller sees, with what they cost.
    Show(Show),
    /// What changed between two exported surfaces, and whether it breaks a client.
    ///
    /// Breaking is whatever lets an old call be refused or an old reply be misread: a tool that is
    /// gone, a new required parameter, a narrower type or range, a lost reply field, a stricter
    /// gate, scope, mode or approval.
    ///
    /// Exit code 0 if nothing changed, 1 if every old call works, 2 if something breaks; 65 if a
    /// file is no exported surface, 66 if it cannot be read.
    Diff(Diff),
}

/// `tollgate why`.
#[derive(Debug, Args)]
pub(super) struct Why {
    /// `operator`, an agent by id or name, or a key or token by its scopes: `external:memory:read`.
    pub(super) caller: Typed,
    /// The tool.
    pub(super) tool: String,
    #[command(flatten)]
    pub(super) narrow: Narrow,
    #[command(flatten)]
    pub(super) format: Format,
}

/// `tollgate surface show`.
#[derive(Debug, Args)]
pub(super) struct Show {
    /// `operator`, an agent by id or name, or a key or token by its scopes: `external:memory:read`.
    #[arg(long, default_value = "operator")]
    pub(super) caller: Typed,
    #[command(flatten)]
    pub(super) narrow: Narrow,
    #[command(flatten)]
    pub(super) format: Format,
}

/// `tollgate surface diff`.
#[derive(Debug, Args)]
pub(super) struct Diff {
    /// A file written by `tollgate tools export`.
    pub(super) old: PathBuf,
    /// Another one; this build's own surface if it is left out.
    pub(super) new: Option<PathBuf>,
    #[command(flatten)]
    pub(super) format: Format,
}

/// `tollgate manual`.
#[derive(Debug, Args)]
pub(super) struct Manual {
    /// Write nothing; list the pages that are missing, stale or left over, and exit with 1 if any.
    #[arg(long)]
    pub(super) check: bool,
    /// The folder of the manual.
    #[arg(long, value_name = "DIR", default_value = "docs/manual")]
    pub(super) out: PathBuf,
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Format {
    /// As JSON.
    #[arg(long)]
    pub(super) json: bool,
}
