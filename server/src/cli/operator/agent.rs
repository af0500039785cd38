//! `tollgate agent`.

use tollgate_tools::agents::admin;

use super::{Desk, OperatorError, line};
use crate::cli::command::AgentCommand;

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
    }
}
