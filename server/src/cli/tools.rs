//! `tollgate tools`: lists, one declaration, the whole surface.

use tollgate_decl::ToolDecl;

use super::command::ToolsCommand;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::registry::Registry;
use crate::report;
use crate::text::did_you_mean;

pub(super) fn run(
    command: ToolsCommand,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let text = match command {
        ToolsCommand::List { family, json } => {
            let decls = of_family(family, registry)?;
            if json { report::list_json(&decls)? } else { report::list(&decls) }
        }
        ToolsCommand::Show { name } => match registry.get(&name) {
            Some(tool) => report::show(tool.decl),
            None => return Err(unknown(name, registry)),
        },
        ToolsCommand::Export => report::surface::export(&decls(registry))?,
    };
    terminal.say(&text)?;
    Ok(Exit::Done)
}

/// Every declaration of a registry.
pub(super) fn decls(registry: &'static Registry) -> Vec<&'static ToolDecl> {
    registry.decls().collect()
}

fn of_family(
    family: Option<String>,
    registry: &'static Registry,
) -> Result<Vec<&'static ToolDecl>, Failure> {
    let mut decls = decls(registry);
    let Some(name) = family else { return Ok(decls) };
    let families = report::manual::families(&decls);
    if !families.contains(&*name) {
        let proposal = did_you_mean(&name, families.iter().copied());
        let all: Vec<&str> = families.into_iter().collect();
        let proposal = format!("; the families are {}{proposal}", all.join(", "));
        return Err(Failure::UnknownFamily { name, proposal });
    }
    decls.retain(|decl| decl.family == name);
    Ok(decls)
}

pub(super) fn unknown(name: String, registry: &'static Registry) -> Failure {
    let proposal = match registry.nearest(&name, |_| true).as_slice() {
        [] => "; `tollgate tools list` shows them all".to_owned(),
        names => format!("; did you mean `{}`?", names.join("`, `")),
    };
    Failure::UnknownTool { name, proposal }
}
