//! The operator's nouns: making and listing what agents work with.
//!
//! Lives here: arguments to the families' own functions, and their answers as lines.
//! Must not: hold a rule about a record; the families do.

mod agent;
mod approvals;
mod desk;
mod error;
mod feed;
mod grant;
mod key;
mod repo;
mod space;
mod workspace;

use serde::Serialize;
use tollgate_tools::store::{Store, rfc3339};

use super::command::{
    AgentCommand, ApprovalsCommand, FeedCommand, GrantCommand, KeyCommand, RepoCommand,
    SpaceCommand, WorkspaceCommand,
};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::host::{self, Reach};
use crate::registry::Registry;
use crate::settings::{self, Home, Settings};
use desk::Desk;

pub(super) use desk::{Found, agent_of};
pub(super) use error::OperatorError;

/// `tollgate workspace`.
pub(super) fn workspace(
    command: WorkspaceCommand,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    at_desk(terminal, async |desk| workspace::run(command, desk).await)
}

/// `tollgate space`.
pub(super) fn space(command: SpaceCommand, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    at_desk(terminal, async |desk| space::run(command, desk).await)
}

/// `tollgate agent`.
pub(super) fn agent(command: AgentCommand, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    at_desk(terminal, async |desk| agent::run(command, desk).await)
}

/// `tollgate key`.
pub(super) fn key(command: KeyCommand, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    at_desk(terminal, async |desk| key::run(command, desk).await)
}

/// `tollgate approvals`.
pub(super) fn approvals(
    command: ApprovalsCommand,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    at_desk(terminal, async |desk| approvals::run(command, registry, desk).await)
}

/// `tollgate grant`.
pub(super) fn grant(
    command: GrantCommand,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    at_desk(terminal, async |desk| grant::run(command, registry, desk).await)
}

/// `tollgate repo`.
pub(super) fn repo(command: RepoCommand, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    at_desk(terminal, async |desk| repo::run(command, desk).await)
}

/// `tollgate feed`.
pub(super) fn feed(command: FeedCommand, terminal: &mut Terminal<'_>) -> Result<Exit, Failure> {
    at_desk(terminal, async |desk| feed::run(command, desk).await)
}

/// Opens what the settings name, does the work, and says its answer.
fn at_desk(
    terminal: &mut Terminal<'_>,
    work: impl AsyncFnOnce(&Desk) -> Result<String, OperatorError>,
) -> Result<Exit, Failure> {
    let home = Home::locate()?;
    let settings = settings::load(&home)?.settings;
    let store = Store::lazy(settings.store.url.url(&home)?);
    let ports = host::ports(reach(&settings), home.path());
    let desk = Desk { home, store, ports };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(OperatorError::Runtime)?;
    let answer = runtime.block_on(work(&desk))?;
    terminal.say(&answer)?;
    Ok(Exit::Done)
}

/// How far fetches may go under these settings.
pub(super) fn reach(settings: &Settings) -> Reach {
    if settings.http.allow_private { Reach::Anywhere } else { Reach::Public }
}

/// Characters of an instant in a column.
const INSTANT_CHARS: usize = "2026-01-31T08:00:00.000Z".len();

/// One record as a line: the columns of fixed width come first.
fn line(id: &str, created_at: i64, name: &str) -> String {
    format!("{id}  {:INSTANT_CHARS$}  {name}\n", rfc3339(created_at))
}

fn json(value: &impl Serialize) -> Result<String, OperatorError> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
