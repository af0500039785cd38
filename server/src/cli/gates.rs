//! `tollgate gates`: the filter table.

use super::command::Format;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal::Terminal;
use crate::gate::Catalog;
use crate::registry::Registry;
use crate::report::gates;

pub(super) fn run(
    format: Format,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let catalog = Catalog::new(registry);
    let text = match format.json {
        true => serde_json::to_string_pretty(&gates::rows(&catalog))? + "\n",
        false => gates::page(&catalog),
    };
    terminal.say(&text)?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::RULES;
    use crate::registry::REGISTRY;

    #[test]
    fn every_gate_has_its_row_and_every_row_its_gate() {
        let rows = gates::rows(&Catalog::new(&REGISTRY));
        assert!(rows.iter().map(|row| row.gate).eq(RULES.iter().map(|rule| rule.name())));
    }

    #[test]
    fn a_tool_behind_a_switch_stands_in_the_row_of_its_switch() {
        let rows = gates::rows(&Catalog::new(&REGISTRY));
        for decl in REGISTRY.decls() {
            let Some(gate) = decl.gate else { continue };
            let row = rows.iter().find(|row| row.gate == gate.wire());
            let tools = row.and_then(|row| row.tools.as_ref());
            assert!(tools.is_some_and(|tools| tools.contains(&decl.name)), "{}", decl.name);
        }
    }
}
