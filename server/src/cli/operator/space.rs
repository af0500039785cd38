//! `tollgate space`.

use tollgate_tools::messaging::admin;

use super::{Desk, OperatorError, line};
use crate::cli::command::SpaceCommand;

pub(super) async fn run(command: SpaceCommand, desk: &Desk) -> Result<String, OperatorError> {
    match command {
        SpaceCommand::Create { place, name } => {
            let workspace = desk.workspace(&place).await?;
            let (made, _) = admin::create_space(&workspace, &*desk.ports.clock, &name).await?;
            Ok(made.id + "\n")
        }
        SpaceCommand::List { place } => {
            let all = admin::list_spaces(&desk.workspace(&place).await?).await?;
            Ok(all.iter().map(|one| line(&one.id, one.created_at, &one.name)).collect())
        }
    }
}
