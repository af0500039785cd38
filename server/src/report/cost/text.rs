//! The cost report for a terminal.

use std::fmt;

use super::{Budgeted, Cost, CostReport, ExemptionUse};
use crate::report::grid::Grid;

impl fmt::Display for CostReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = |first| [first, "tools", "wire bytes", "model bytes", "o200k tokens"];
        let mut families = Grid::new(&heads("family"));
        for (name, family) in &self.families {
            families.row(name, numbers(&family.cost));
        }
        families.row("total", numbers(&self.total));
        writeln!(out, "{}", families.text())?;

        let mut tools = Grid::new(&["tool", "wire bytes", "model bytes", "o200k tokens"]);
        for (name, cost) in &self.tools {
            tools.row(name, numbers(cost).into_iter().skip(1));
        }
        writeln!(out, "{}", tools.text())?;

        let sizes = &self.list_object;
        write!(
            out,
            "list object: median {} bytes, largest {}",
            sizes.median_bytes, sizes.max_bytes
        )?;
        if let Some(tool) = sizes.max_tool {
            write!(out, " ({tool})")?;
        }
        writeln!(out, ", limit {}", sizes.limit_bytes)?;
        budget(out, "default surface", &self.default_surface)?;
        for (name, family) in &self.families {
            if family.budget_bytes.is_some() {
                budget(out, &format!("family {name}"), family)?;
            }
        }
        exemptions(out, &self.exemptions)
    }
}

fn numbers(cost: &Cost) -> [usize; 4] {
    [cost.tools, cost.wire_bytes, cost.model_bytes, cost.model_tokens]
}

fn budget(out: &mut fmt::Formatter<'_>, what: &str, budgeted: &Budgeted) -> fmt::Result {
    let Cost { tools, wire_bytes, model_tokens, .. } = budgeted.cost;
    write!(out, "{what}: {tools} tools, {wire_bytes} wire bytes, {model_tokens} tokens")?;
    match budgeted.budget_bytes {
        Some(budget) if budget >= wire_bytes => {
            writeln!(out, "; budget {budget} bytes, {} left", budget - wire_bytes)
        }
        Some(budget) => writeln!(out, "; budget {budget} bytes, {} over", wire_bytes - budget),
        None => writeln!(out, "; no budget"),
    }
}

fn exemptions(out: &mut fmt::Formatter<'_>, exemptions: &[ExemptionUse]) -> fmt::Result {
    if exemptions.is_empty() {
        return writeln!(out, "no exemptions");
    }
    writeln!(out, "exemptions:")?;
    for ExemptionUse { tool, param, bytes, budget_bytes, because } in exemptions {
        writeln!(out, "  {tool}.{param}: {bytes} of {budget_bytes} bytes, because {because}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::report::{cost, fixture};
    use tollgate_decl::Budgets;

    #[test]
    fn a_report_reads_from_the_families_down_to_the_exemptions() {
        let budgets = Budgets { default_surface_bytes: Some(2_000), families: &[] };
        let report = cost(&fixture::ALL, &budgets).unwrap();
        insta::assert_snapshot!(report);
    }
}
