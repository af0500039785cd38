//! The pages of the manual, in Markdown.

use std::fmt::Write as _;

use tollgate_decl::{Schema, ToolDecl};

use super::{TOOLS, families};
use crate::report::example::example;
use crate::report::words::{self, Row, Side};

/// The page that leads to all others.
pub(super) fn index(decls: &[&'static ToolDecl], others: &[(&str, String)]) -> String {
    let mut text = format!("# Manual\n\n{} tools, by family.\n", decls.len());
    for family in families(decls) {
        // Writing to a string does not fail.
        let _ = write!(text, "\n## [{family}]({TOOLS}/{family}.md)\n\n");
        for decl in decls.iter().filter(|decl| decl.family == family) {
            let _ = writeln!(
                text,
                "- [`{name}`]({TOOLS}/{family}.md#{name}): {}",
                decl.description.plain,
                name = decl.name
            );
        }
    }
    if !others.is_empty() {
        text.push_str("\n## The server\n\n");
    }
    for (file, page) in others {
        let title = page.lines().next().unwrap_or_default().trim_start_matches(['#', ' ']);
        let _ = writeln!(text, "- [{title}]({file})");
    }
    text
}

/// The page of one family.
pub(super) fn family(family: &str, tools: &[&ToolDecl]) -> String {
    let mut text = format!("# {family}\n");
    for decl in tools {
        text.push('\n');
        text.push_str(&tool(decl));
    }
    text
}

fn tool(decl: &ToolDecl) -> String {
    let mut text = format!("## {}\n\n{}\n", decl.name, decl.description.plain);
    let mut part = |body: &str| {
        let _ = write!(text, "\n{}\n", body.trim_end());
    };
    if !decl.manual.is_empty() {
        part(decl.manual);
    }
    part("### Parameters");
    part(&table("parameter", &words::rows(decl.params, Side::Arguments), "None."));
    part("### Reply");
    match decl.reply {
        Some(Schema::Object(fields)) => {
            part(&table("field", &words::rows(fields, Side::Reply), "An empty object."));
        }
        Some(other) => part(&words::kind(other)),
        None => part(if decl.has_blocks { "Content blocks." } else { "Text." }),
    }
    part("### Rules");
    part(&facts(decl));
    part("### Example");
    part(&format!("```json\n{}\n```", example(decl)));
    text
}

fn table(what: &str, rows: &[Row], none: &str) -> String {
    if rows.is_empty() {
        return none.to_owned();
    }
    let mut text = format!("| {what} | type | present | description |\n|---|---|---|---|\n");
    for Row { path, kind, need, description, check, .. } in rows {
        let check = check.as_ref().map(|check| format!(" Checked: {check}.")).unwrap_or_default();
        let _ = writeln!(
            text,
            "| `{path}` | {} | {} | {}{} |",
            cell(kind),
            cell(need),
            cell(description),
            cell(&check)
        );
    }
    for Row { path, manual, .. } in rows.iter().filter(|row| !row.manual.is_empty()) {
        let _ = write!(text, "\n`{path}`:\n\n{manual}\n");
    }
    text
}

fn facts(decl: &ToolDecl) -> String {
    let mut text = String::from("| rule | value |\n|---|---|\n");
    for (word, value) in words::facts(decl) {
        let _ = writeln!(text, "| {word} | {} |", cell(&value));
    }
    let _ = writeln!(
        text,
        "| size | {} bytes on the wire, {} of them for the model |",
        decl.wire_bytes(),
        decl.model_bytes()
    );
    for param in decl.params {
        if let Some(exemption) = param.exemption {
            let _ = writeln!(
                text,
                "| exemption | `{}`: {} bytes, because {} |",
                param.name,
                exemption.budget,
                cell(exemption.because)
            );
        }
    }
    text
}

/// A text as the cell of a table: one line, no column marks.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_one_line_without_column_marks() {
        assert_eq!(cell("a | b\nc"), "a \\| b c");
    }
}
