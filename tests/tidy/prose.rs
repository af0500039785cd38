//! What is written for people: changelog, README, and the quotation marks of every text.

use std::collections::BTreeSet;

use crate::tree::{File, Finding, allows, files, holds, refuses};

const CHANGES: &[&str] = &["Added", "Changed", "Deprecated", "Removed", "Fixed"];

/// Folders of one machine; whatever names one works on that machine alone.
const MACHINE_PATHS: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/Us", "ers/"),
    concat!(":\\Us", "ers\\"),
];

fn names_no_machine_path(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, line) in file.lines() {
        for path in MACHINE_PATHS.iter().filter(|path| line.contains(*path)) {
            findings.push(Finding::new(at, format!("`{path}` is on one machine only")));
        }
    }
    findings
}

fn uses_plain_marks(file: &File) -> Vec<Finding> {
    let curly = |char: &char| matches!(char, '\u{2018}'..='\u{201f}' | '\u{a0}' | '\u{ad}');
    let lines = file.lines().filter(|(_, line)| line.chars().any(|char| curly(&char)));
    lines
        .map(|(at, _)| Finding::new(at, "curly quote or invisible space; use the plain one"))
        .collect()
}

/// `## [Unreleased]` or `## [1.2.3] - 2026-01-31`.
fn is_release(heading: &str) -> bool {
    let Some((version, date)) = heading.strip_prefix('[').and_then(|rest| rest.split_once(']'))
    else {
        return false;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_version = version.split('.').count() == 3 && version.split('.').all(is_number);
    let is_date = date.strip_prefix(" - ").is_some_and(|date| {
        date.len() == 10 && date.split('-').count() == 3 && date.split('-').all(is_number)
    });
    is_version && is_date
}

fn keeps_a_changelog(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    if file.path != "CHANGELOG.md" {
        return findings;
    }
    let mut releases = 0;
    for (at, line) in file.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            if !CHANGES.contains(&heading) {
                findings.push(Finding::new(at, format!("a heading is one of {CHANGES:?}")));
            }
        } else if let Some(heading) = line.strip_prefix("## ") {
            releases += 1;
            if (releases == 1) != (heading == "[Unreleased]")
                || releases > 1 && !is_release(heading)
            {
                findings.push(Finding::new(at, "first [Unreleased], then [1.2.3] - 2026-01-31"));
            }
        } else if line.starts_with('#') && at > 1 {
            findings.push(Finding::new(at, "only releases and kinds of change have headings"));
        }
    }
    findings
}

/// The tests that a text names, as (line, file, function).
fn named_tests(file: &File) -> Vec<(usize, &str, &str)> {
    let mut named = Vec::new();
    for (at, line) in file.lines() {
        for quoted in line.split('`').skip(1).step_by(2) {
            if let Some((path, test)) = quoted.split_once("::")
                && path.ends_with(".rs")
            {
                named.push((at, path, test));
            }
        }
    }
    named
}

/// An invariant in the README is one because a test holds it; the test must exist.
fn missing_tests(readme: &File, files: &[File]) -> Vec<String> {
    let exists = |path: &str, test: &str| {
        let found = files.iter().find(|file| file.path == path);
        found.is_some_and(|file| file.text.contains(&format!("fn {test}(")))
    };
    let missing = named_tests(readme).into_iter().filter(|(_, path, test)| !exists(path, test));
    missing.map(|(at, path, test)| format!("README.md:{at}: no test {path}::{test}")).collect()
}

/// Compile-fail cases and their expected errors come in pairs.
fn widowed_cases(paths: &BTreeSet<&str>) -> Vec<String> {
    let mut widowed = Vec::new();
    for path in paths.iter().filter(|path| path.starts_with("tests/ui/")) {
        let (other, must) = match path.rsplit_once('.') {
            Some((stem, "stderr")) => (format!("{stem}.rs"), true),
            Some((stem, "rs")) => (format!("{stem}.stderr"), path.starts_with("tests/ui/fail/")),
            _ => continue,
        };
        if must && !paths.contains(other.as_str()) {
            widowed.push(format!("{path} has no {other}"));
        }
    }
    widowed
}

#[test]
fn no_file_names_a_path_of_one_machine() {
    for path in MACHINE_PATHS {
        refuses(names_no_machine_path, "x.md", &format!("\nin {path}x\n"), 2, path);
    }
    holds(names_no_machine_path);
}

#[test]
fn every_quotation_mark_is_plain() {
    refuses(uses_plain_marks, "x.md", "a \u{201c}word\u{201d}\n", 1, "plain");
    refuses(uses_plain_marks, "x.md", "a\u{a0}word\n", 1, "plain");
    holds(uses_plain_marks);
}

#[test]
fn the_changelog_is_kept_in_one_form() {
    let check = |text: &str, line, words| {
        refuses(keeps_a_changelog, "CHANGELOG.md", text, line, words);
    };
    check("# Changelog\n\n## [Unreleased]\n\n### Security\n", 5, "Added");
    check("# Changelog\n\n## [0.1.0] - 2026-01-31\n", 3, "[Unreleased]");
    check("# Changelog\n\n## [Unreleased]\n\n## 0.1.0\n", 5, "[1.2.3]");
    check("# Changelog\n\n## [Unreleased]\n\n# Notes\n", 5, "headings");
    let good = "# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n## [0.1.0] - 2026-01-31\n";
    allows(keeps_a_changelog, "CHANGELOG.md", good);
    holds(keeps_a_changelog);
    assert!(files().iter().any(|file| file.path == "CHANGELOG.md"), "there is a changelog");
}

#[test]
fn every_invariant_of_the_readme_names_a_test() {
    let test = File::new("tests/x.rs", "fn holds() {}\n");
    let readme = File::new("README.md", "Held by `tests/x.rs::holds` and\n`tests/x.rs::gone`.\n");
    assert_eq!(missing_tests(&readme, &[test]), ["README.md:2: no test tests/x.rs::gone"]);
    let files = files();
    let readme = files.iter().find(|file| file.path == "README.md").expect("there is a README");
    assert_eq!(missing_tests(readme, &files), Vec::<String>::new());
    assert!(named_tests(readme).len() >= 10, "the README lists the invariants");
}

#[test]
fn every_compile_fail_case_has_its_error() {
    let lone =
        BTreeSet::from(["tests/ui/fail/a.stderr", "tests/ui/fail/b.rs", "tests/ui/pass/c.rs"]);
    assert_eq!(widowed_cases(&lone).len(), 2, "one text without case, one case without text");
    let files = files();
    let paths = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(widowed_cases(&paths), Vec::<String>::new());
}
