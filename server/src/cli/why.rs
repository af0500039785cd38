//! `tollgate why`: what every gate says about one caller and one tool.

use super::command::Why;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use super::tools::unknown;
use crate::gate::Catalog;
use crate::registry::Registry;
use crate::report;

pub(super) fn run(
    arguments: Why,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let Some(position) = registry.position(&arguments.tool) else {
        return Err(unknown(arguments.tool, registry));
    };
    let catalog = Catalog::new(registry);
    let at = arguments.caller.standpoint(&catalog, arguments.narrow)?;
    let trace = report::why(&catalog, position, &at, arguments.caller.text());
    let text = match arguments.format.json {
        true => serde_json::to_string_pretty(&trace)? + "\n",
        false => trace.to_string(),
    };
    terminal.say(&text)?;
    Ok(if trace.is_callable { Exit::Done } else { Exit::Refused })
}
