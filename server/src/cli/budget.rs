//! `tollgate budget`: what the tools cost.

use super::command::Format;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use super::tools::decls;
use crate::registry::Registry;
use crate::report;

pub(super) fn run(
    format: Format,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let report = report::cost(&decls(registry), &registry.budgets)?;
    let text = if format.json {
        serde_json::to_string_pretty(&report)? + "\n"
    } else {
        report.to_string()
    };
    terminal.say(&text)?;
    Ok(Exit::Done)
}
