//! `tollgate agent`.

use serde::Serialize;
use tollgate_tools::agents::admin;

use super::{Desk, OperatorError, line};
use crate::cli::command::{AgentCommand, AgentToken};
use crate::identity::{Identity, IdentityKey};
use crate::settings::{AGENT_ID, AGENT_TOKEN, HOME, TASK_ID};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

pub(super) async fn run(command: AgentCommand, desk: &Desk) -> Result<String, OperatorError> {
    match command {
        AgentCommand::Create { place, name } => {
            let workspace = desk.workspace(&place).await?;
            let made = admin::create(&workspace, &*desk.ports.clock, &name).await?;
            Ok(made.id + "\n")
        }
        AgentCommand::List { place } => {
            let all = admin::list(&desk.workspace(&place).await?).await?;
            Ok(all.iter().map(|one| line(&one.id, one.created_at, &one.name)).collect())
        }
        AgentCommand::Token(arguments) => token(arguments, desk).await,
    }
}

/// The entry of a client's configuration that starts a server as one agent.
#[derive(Serialize)]
struct Configuration {
    #[serde(rename = "mcpServers")]
    servers: Servers,
}

#[derive(Serialize)]
struct Servers {
    tollgate: Start,
}

#[derive(Serialize)]
struct Start {
    command: String,
    args: [&'static str; 1],
    env: serde_json::Map<String, serde_json::Value>,
}

async fn token(arguments: AgentToken, desk: &Desk) -> Result<String, OperatorError> {
    desk.refuse_agents("the tokens of agents").await?;
    let agent = desk.agent(&arguments.agent).await?;
    let identity = Identity {
        agent_id: agent.id.clone(),
        workspace_id: agent.workspace_id,
        task_id: arguments.task.clone(),
        expires_at: desk.ports.clock.now_ms() + i64::from(arguments.days) * DAY_MS,
    };
    let token = IdentityKey::open_or_make(desk.home.path())?.sign(&identity)?;
    let mut env = serde_json::Map::new();
    env.insert(HOME.to_owned(), desk.home.path().display().to_string().into());
    env.insert(AGENT_ID.to_owned(), agent.id.into());
    env.insert(AGENT_TOKEN.to_owned(), token.into());
    env.extend(arguments.task.map(|task| (TASK_ID.to_owned(), task.into())));
    let start = Start { command: program(), args: ["stdio"], env };
    let configuration = Configuration { servers: Servers { tollgate: start } };
    Ok(serde_json::to_string_pretty(&configuration)? + "\n")
}

/// This program, by a path that a client finds whatever its own PATH is.
fn program() -> String {
    let path = std::env::current_exe().ok();
    let path = path.and_then(|path| path.into_os_string().into_string().ok());
    path.unwrap_or_else(|| "tollgate".to_owned())
}
