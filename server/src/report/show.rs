//! Everything a declaration says, for a reader at a terminal.

use std::fmt::Write as _;

use tollgate_decl::ToolDecl;

use super::example::example;
use super::words::{self, Row, Side};

/// One tool in full.
#[must_use]
pub fn show(decl: &ToolDecl) -> String {
    let mut text = format!("{}\n{}\n", decl.name, decl.description.plain);
    let mut section = |title: &str, body: &str| {
        if !body.is_empty() {
            // Writing to a string does not fail.
            let _ = write!(text, "\n{title}\n{}", indented(body));
        }
    };
    section("manual", decl.manual);
    section("parameters", &parameters(&words::rows(decl.params, Side::Arguments), "none"));
    section("reply", &reply(decl));
    section("rules", &facts(decl));
    section("size", &size(decl));
    section("example", &example(decl));
    section("source", &format!("{}:{} (family {})", decl.place.file, decl.place.line, decl.family));
    text
}

fn indented(body: &str) -> String {
    body.lines()
        .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") })
        .collect()
}

fn parameters(rows: &[Row], none: &str) -> String {
    if rows.is_empty() {
        return none.to_owned();
    }
    let mut text = String::new();
    for row in rows {
        let check = row.check.as_ref().map(|check| format!("; checked: {check}"));
        let check = check.unwrap_or_default();
        let _ = writeln!(text, "{}: {}; {}{check}", row.path, row.kind, row.need);
        let _ = writeln!(text, "  {}", row.description);
        for line in row.manual.lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

fn reply(decl: &ToolDecl) -> String {
    match decl.reply {
        Some(tollgate_decl::Schema::Object(fields)) => {
            parameters(&words::rows(fields, Side::Reply), "an empty object")
        }
        Some(other) => words::kind(other),
        None => if decl.has_blocks { "content blocks" } else { "text" }.to_owned(),
    }
}

fn facts(decl: &ToolDecl) -> String {
    let facts = words::facts(decl);
    let width = facts.iter().map(|(word, _)| word.len()).max().unwrap_or(0);
    facts.iter().map(|(word, value)| format!("{word:width$}  {value}\n")).collect()
}

fn size(decl: &ToolDecl) -> String {
    let mut text = format!(
        "{} bytes on the wire, {} of them for the model\n",
        decl.wire_bytes(),
        decl.model_bytes()
    );
    for param in decl.params {
        if let Some(exemption) = param.exemption {
            let _ = writeln!(
                text,
                "`{}` may take {} bytes instead of {}: {}",
                param.name,
                exemption.budget,
                tollgate_decl::DESCRIPTION_BYTES_MAX,
                exemption.because
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn everything_a_declaration_says_is_shown() {
        insta::assert_snapshot!(show(&fixture::PUT));
    }

    #[test]
    fn a_tool_without_parameters_says_so() {
        let text = show(&fixture::WIPE);
        assert!(text.contains("\nparameters\n  none\n"), "{text}");
        assert!(text.contains("\nreply\n  text\n"), "{text}");
    }
}
