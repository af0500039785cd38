//! What every Cargo.toml says: one lint table, one place for versions, one order.

use crate::tree::{File, Finding, allows, holds, refuses};

/// The crates of this workspace come after everybody else's.
const OWN: &str = "tollgate";

/// The tables of dependencies in a manifest, each with its entries and their lines.
fn dependency_tables(file: &File) -> Vec<(&str, Vec<(usize, &str)>)> {
    let mut tables: Vec<(&str, Vec<(usize, &str)>)> = Vec::new();
    let mut inside = false;
    for (at, line) in file.lines() {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            inside = header.ends_with("dependencies");
            if inside {
                tables.push((header, Vec::new()));
            }
        } else if inside
            && line.starts_with(|first: char| first.is_ascii_lowercase())
            && let Some((_, entries)) = tables.last_mut()
        {
            entries.push((at, line));
        }
    }
    tables
}

fn name_of(entry: &str) -> &str {
    entry.split(['.', ' ', '=']).next().unwrap_or(entry)
}

fn is_manifest(file: &File) -> bool {
    file.path == "Cargo.toml" || file.is("/Cargo.toml")
}

fn takes_the_common_lints(file: &File) -> Vec<Finding> {
    if !is_manifest(file) || file.text.contains("\n[lints]\nworkspace = true\n") {
        return Vec::new();
    }
    vec![Finding::new(1, "say `[lints]` `workspace = true`")]
}

fn takes_versions_from_the_workspace(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !is_manifest(file) {
        return findings;
    }
    for (table, entries) in dependency_tables(file) {
        for (at, entry) in entries {
            let is_common = entry.contains("workspace = true");
            if table != "workspace.dependencies" && !is_common {
                let name = name_of(entry);
                let text = format!("`{name}`: its version belongs in [workspace.dependencies]");
                findings.push(Finding::new(at, text));
            }
        }
    }
    findings
}

fn sorts_its_dependencies(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !is_manifest(file) {
        return findings;
    }
    let key = |entry| (name_of(entry).starts_with(OWN), name_of(entry));
    for (_, entries) in dependency_tables(file) {
        for pair in entries.windows(2) {
            if key(pair[0].1) >= key(pair[1].1) {
                let (at, entry) = pair[1];
                let (late, early) = (name_of(entry), name_of(pair[0].1));
                findings.push(Finding::new(at, format!("`{late}` belongs before `{early}`")));
            }
        }
    }
    findings
}

#[test]
fn every_crate_takes_the_common_lints() {
    refuses(takes_the_common_lints, "x/Cargo.toml", "[package]\n", 1, "[lints]");
    allows(takes_the_common_lints, "x/Cargo.toml", "\n[lints]\nworkspace = true\n");
    holds(takes_the_common_lints);
}

#[test]
fn every_version_stands_in_the_workspace() {
    let rule = takes_versions_from_the_workspace;
    refuses(rule, "x/Cargo.toml", "[dependencies]\nsyn = \"3\"\n", 2, "`syn`");
    refuses(rule, "Cargo.toml", "[build-dependencies]\nx = { path = \"x\" }\n", 2, "`x`");
    allows(rule, "Cargo.toml", "[workspace.dependencies]\nsyn = \"3\"\n");
    allows(rule, "x/Cargo.toml", "[dependencies]\nx.workspace = true\n[lib]\nsyn = 1\n");
    holds(rule);
}

#[test]
fn every_table_of_dependencies_is_sorted() {
    let rule = sorts_its_dependencies;
    refuses(rule, "Cargo.toml", "[dependencies]\nb = \"1\"\na = \"1\"\n", 3, "`a` belongs before");
    refuses(rule, "Cargo.toml", "[dependencies]\na = \"1\"\na.x = 1\n", 3, "`a` belongs before");
    allows(rule, "Cargo.toml", "[dependencies]\nurl = \"1\"\n\ntollgate-x = \"1\"\n[lib]\na = 1\n");
    holds(rule);
}
