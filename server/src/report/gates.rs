//! The filter table: what hides which tools, read from where.
//!
//! Every row is a gate of the evaluator, so that no gate is missing here and none is made up.

use std::fmt::Write as _;

use serde::Serialize;

use crate::gate::{Catalog, RULES, Rule};

/// One gate, as a row of the table.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its name.
    pub gate: &'static str,
    /// The setting or property that it reads.
    pub source: &'static str,
    /// What it hides, in words.
    pub hides: &'static str,
    /// The tools of this build that it can hide; `None` if that is every tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<&'static str>>,
}

/// Every gate, in the order in which a call is refused.
#[must_use]
pub fn rows(catalog: &Catalog) -> Vec<Row> {
    let tools = catalog.registry().tools;
    let row = |rule: &&dyn Rule| {
        let concerned = rule.concerns(catalog);
        let names = concerned.iter().map(|at| tools[at].decl.name);
        let tools = (concerned != catalog.all()).then(|| names.collect());
        Row { gate: rule.name(), source: rule.source(), hides: rule.effect(), tools }
    };
    RULES.iter().map(row).collect()
}

/// The table as a page of the manual.
#[must_use]
pub fn page(catalog: &Catalog) -> String {
    let mut page = String::from(
        "# Gates\n\nA tool is listed for a caller if, and only if, the caller can call it, or \
         could with a scope that its authorization server gives: then a call is told which. Each \
         gate hides tools; a call to a hidden one is refused by the first of them, in its \
         own words.\n\n\
         | gate | reads | hides | of this build |\n|---|---|---|---|\n",
    );
    for Row { gate, source, hides, tools } in rows(catalog) {
        let tools = match tools.as_deref() {
            None => "any tool".to_owned(),
            Some([]) => "none yet".to_owned(),
            Some(tools) => format!("`{}`", tools.join("`, `")),
        };
        // Writing to a string does not fail.
        let _ = writeln!(page, "| `{gate}` | {source} | {hides} | {tools} |");
    }
    page
}
