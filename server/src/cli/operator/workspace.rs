//! `tollgate workspace`.

use tollgate_tools::workspaces::admin;

use super::{Desk, OperatorError, line};
use crate::cli::command::WorkspaceCommand;

pub(super) async fn run(command: WorkspaceCommand, desk: &Desk) -> Result<String, OperatorError> {
    match command {
        WorkspaceCommand::Create { name } => {
            let made = admin::create(&desk.store, &*desk.ports.clock, &name).await?;
            Ok(made.id + "\n")
        }
        WorkspaceCommand::List => {
            let all = admin::list(&desk.store).await?;
            Ok(all.iter().map(|one| line(&one.id, one.created_at, &one.name)).collect())
        }
    }
}
