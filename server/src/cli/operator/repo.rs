//! `tollgate repo`.

use tollgate_tools::repos::admin;

use super::{Desk, OperatorError, line};
use crate::cli::command::RepoCommand;

pub(super) async fn run(command: RepoCommand, desk: &Desk) -> Result<String, OperatorError> {
    match command {
        RepoCommand::Add { place, path, name } => {
            let workspace = desk.workspace(&place).await?;
            let made = admin::add(&workspace, &desk.ports, &path, name.as_deref()).await?;
            Ok(made.id + "\n")
        }
        RepoCommand::List { place } => {
            let all = admin::list(&desk.workspace(&place).await?).await?;
            let named = |full_name: &str, path: &str| format!("{full_name}  {path}");
            let lines = all
                .iter()
                .map(|one| line(&one.id, one.created_at, &named(&one.full_name, &one.path)));
            Ok(lines.collect())
        }
    }
}
