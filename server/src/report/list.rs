//! The list of tools: a line each, or JSON.

use std::fmt::Write as _;

use serde::Serialize;
use tollgate_decl::ToolDecl;

/// What is listed of one tool.
#[derive(Serialize)]
struct Item {
    name: &'static str,
    family: &'static str,
    does: &'static str,
    scope: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    gate: Option<&'static str>,
    description: &'static str,
}

/// The tools as text, a family at a time, each with its description.
#[must_use]
pub fn list(decls: &[&'static ToolDecl]) -> String {
    let width = decls.iter().map(|decl| decl.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (at, family) in super::manual::families(decls).into_iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        // Writing to a string does not fail.
        let _ = writeln!(text, "{family}");
        for decl in decls.iter().filter(|decl| decl.family == family) {
            let _ = writeln!(text, "  {:width$}  {}", decl.name, decl.description.plain);
        }
    }
    text
}

/// The tools as a JSON array, in the order of their names, one tool a line.
///
/// # Errors
/// If JSON cannot be written, which no declaration causes.
pub fn list_json(decls: &[&'static ToolDecl]) -> serde_json::Result<String> {
    let lines = decls.iter().map(|decl| {
        serde_json::to_string(&Item {
            name: decl.name,
            family: decl.family,
            does: decl.does.wire(),
            scope: decl.scope.wire(),
            gate: decl.gate.map(tollgate_decl::Gate::wire),
            description: decl.description.plain,
        })
    });
    Ok(super::surface::json_lines(lines.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn families_follow_each_other_with_aligned_names() {
        assert_eq!(
            list(&fixture::ALL),
            "alpha\n  alpha_get  Get one thing by its address.\n  \
             alpha_put  Put a thing where others find it.\n\n\
             beta\n  beta_wipe  Wipe everything.\n"
        );
        assert_eq!(list(&[]), "");
    }

    #[test]
    fn json_has_one_tool_a_line() {
        let json = list_json(&fixture::ALL).unwrap();
        let tools: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
        assert_eq!(tools.len(), 3);
        assert_eq!(tools[2]["gate"], "os_native");
        assert_eq!(tools[0].get("gate"), None);
        assert_eq!(json.lines().count(), 5);
        assert_eq!(list_json(&[]).unwrap(), "[]\n");
    }
}
