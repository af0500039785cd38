//! How a source file is shaped: its header, its length, its functions and its lines.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::tokens::stream;
use crate::tree::{File, Finding, allows, holds, refuses};

const FILE_LINES_MAX: usize = 400;
const FUNCTION_LINES_MAX: usize = 70;
const LINE_COLUMNS_MAX: usize = 100;
const CASE_LINES_MAX: usize = 30;

/// Files that a person writes and reads from top to bottom.
fn is_code(file: &File) -> bool {
    let scripts = file.below("scripts/") || file.below(".ci/");
    file.is_source() || scripts || [".py", ".mjs", ".sql"].iter().any(|ending| file.is(ending))
}

fn opens_with_a_header(file: &File) -> Vec<Finding> {
    if !file.is_source() || file.text.starts_with("//! ") {
        return Vec::new();
    }
    vec![Finding::new(1, "open with `//!`: what lives here, what must not")]
}

fn is_short(file: &File) -> Vec<Finding> {
    let lines = file.text.lines().count();
    if file.below("tests/ui/") && file.is(".rs") && lines > CASE_LINES_MAX {
        let text = format!("{lines} lines; a case is the smallest file, {CASE_LINES_MAX} at most");
        return vec![Finding::new(lines, text)];
    }
    if !is_code(file) || lines <= FILE_LINES_MAX {
        return Vec::new();
    }
    vec![Finding::new(lines, format!("{lines} lines; split it, {FILE_LINES_MAX} is the most"))]
}

fn has_short_lines(file: &File) -> Vec<Finding> {
    if !is_code(file) {
        return Vec::new();
    }
    let long = file.lines().filter(|(_, line)| line.chars().count() > LINE_COLUMNS_MAX);
    long.map(|(at, line)| {
        let columns = line.chars().count();
        Finding::new(at, format!("{columns} columns; break it, {LINE_COLUMNS_MAX} is the most"))
    })
    .collect()
}

fn is_clean_text(file: &File) -> Vec<Finding> {
    if !is_code(file) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (at, line) in file.lines() {
        if line.ends_with([' ', '\t', '\r']) {
            findings.push(Finding::new(at, "space at the end of the line"));
        }
        if line.contains('\t') && !line.ends_with('\t') {
            findings.push(Finding::new(at, "tab; use spaces"));
        }
    }
    if !file.text.is_empty() && !file.text.ends_with('\n') {
        findings.push(Finding::new(file.text.lines().count(), "no newline at the end"));
    }
    findings
}

fn has_short_functions(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    if file.is_source() {
        find_long_functions(stream(file), &mut findings);
    }
    findings
}

/// A function is `fn NAME`, and ends with the first brace group that follows.
fn find_long_functions(tokens: TokenStream, findings: &mut Vec<Finding>) {
    let mut open: Option<(String, usize)> = None;
    let mut after_fn: Option<usize> = None;
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "fn" => after_fn = Some(word.span().start().line),
            TokenTree::Ident(word) => {
                if let Some(line) = after_fn.take() {
                    open = Some((word.to_string(), line));
                }
            }
            TokenTree::Punct(mark) if mark.as_char() == ';' => open = None,
            TokenTree::Group(group) => {
                after_fn = None;
                if group.delimiter() == Delimiter::Brace
                    && let Some((name, start)) = open.take()
                {
                    findings.extend(judge(&name, start, group.span_close().end().line));
                }
                find_long_functions(group.stream(), findings);
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

fn judge(name: &str, start: usize, end: usize) -> Option<Finding> {
    let lines = end + 1 - start;
    let text = format!("`{name}` has {lines} lines; split it, {FUNCTION_LINES_MAX} is the most");
    (lines > FUNCTION_LINES_MAX).then(|| Finding::new(start, text))
}

#[test]
fn every_file_opens_with_a_header() {
    refuses(opens_with_a_header, "tools/src/x.rs", "use std::fmt;\n", 1, "open with `//!`");
    allows(opens_with_a_header, "tests/ui/fail/x.rs", "fn main() {}\n");
    holds(opens_with_a_header);
}

#[test]
fn every_file_is_short() {
    let most = "\n".repeat(FILE_LINES_MAX);
    allows(is_short, "tools/src/x.rs", &most);
    refuses(is_short, "tools/src/x.rs", &format!("{most}\n"), 401, "401 lines");
    refuses(is_short, "tests/ui/fail/x.rs", &"\n".repeat(31), 31, "smallest file");
    holds(is_short);
}

#[test]
fn every_line_is_short() {
    let most = "\u{65e5}".repeat(LINE_COLUMNS_MAX);
    allows(has_short_lines, "scripts/x", &most);
    refuses(has_short_lines, "scripts/x", &format!("\n{most}x\n"), 2, "101 columns");
    holds(has_short_lines);
}

#[test]
fn no_line_ends_with_a_space() {
    refuses(is_clean_text, "build.rs", "fn main() {} \n", 1, "space at the end");
    refuses(is_clean_text, "build.rs", "\tfn main() {}\n", 1, "tab");
    refuses(is_clean_text, "build.rs", "fn main() {}", 1, "no newline");
    holds(is_clean_text);
}

#[test]
fn every_function_is_short() {
    let function = |lines: usize| {
        let body = "work();\n".repeat(lines - 2);
        format!("fn free<F: Fn(u8)>();\nimpl X {{ fn long(f: fn(u8)) -> u8 {{\n{body}}} }}\n")
    };
    allows(has_short_functions, "tools/src/x.rs", &function(FUNCTION_LINES_MAX));
    let long = function(FUNCTION_LINES_MAX + 1);
    refuses(has_short_functions, "tools/src/x.rs", &long, 2, "`long` has 71 lines");
    holds(has_short_functions);
}
