//! What one caller sees, and what it costs.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use tollgate_decl::ToolDecl;

use super::Cost;
use crate::report::grid::Grid;

/// The tools of one caller.
#[derive(Debug, Serialize)]
pub struct SeenBy {
    /// The caller, as it was asked for.
    pub caller: String,
    /// Everything together.
    pub total: Cost,
    /// Each tool, by name.
    pub tools: BTreeMap<&'static str, Cost>,
}

/// What these tools, which a caller sees, cost it.
///
/// # Errors
/// If a list object is no JSON, which the macro cannot cause.
pub fn seen_by(decls: &[&'static ToolDecl], caller: &str) -> serde_json::Result<SeenBy> {
    let mut seen =
        SeenBy { caller: caller.to_owned(), total: Cost::default(), tools: BTreeMap::new() };
    for decl in decls {
        let cost = Cost::of(decl)?;
        seen.total.add(cost);
        seen.tools.insert(decl.name, cost);
    }
    Ok(seen)
}

impl fmt::Display for SeenBy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut grid = Grid::new(&["tool", "wire bytes", "model bytes", "o200k tokens"]);
        for (name, cost) in &self.tools {
            grid.row(name, [cost.wire_bytes, cost.model_bytes, cost.model_tokens]);
        }
        let Cost { tools, wire_bytes, model_bytes, model_tokens } = self.total;
        grid.row("total", [wire_bytes, model_bytes, model_tokens]);
        writeln!(out, "{} sees {tools} tools\n\n{}", self.caller, grid.text().trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn the_total_is_that_of_the_tools() {
        let seen = seen_by(&[&fixture::GET, &fixture::WIPE], "ada").unwrap();
        let bytes: usize = seen.tools.values().map(|cost| cost.wire_bytes).sum();
        assert_eq!((seen.total.tools, seen.total.wire_bytes), (2, bytes));
        assert!(seen.to_string().starts_with("ada sees 2 tools\n"), "{seen}");
    }
}
