//! The surface: what the tools of this build look like to a client, and what they cost.
//!
//! A change here is a change that clients see, so every list object is a reviewed file. After a
//! deliberate change, `TOLLGATE_BLESS=1 cargo test --test main surface` writes the files anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tollgate::registry::REGISTRY;

use super::portable;
use super::session::Home;

const DESCRIPTION_BYTES_MAX: usize = 200;
const LIST_OBJECT_BYTES_MAX: usize = 2_048;
const LIST_OBJECT_BYTES_MEDIAN: usize = 450;

fn snapshots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots")
}

fn list_objects() -> Vec<(&'static str, Value)> {
    let parse = |text| serde_json::from_str(text).expect("a list object is JSON");
    REGISTRY.decls().map(|decl| (decl.name, parse(decl.list_object))).collect()
}

/// The same JSON with a line for each member, in the order in which a client gets them.
fn pretty(json: &str) -> String {
    let mut text = String::new();
    let (mut depth, mut is_string, mut is_escaped) = (0, false, false);
    let line = |depth: usize| format!("\n{}", "  ".repeat(depth));
    for char in json.chars() {
        let is_structure = !is_string;
        is_string ^= char == '"' && !is_escaped;
        is_escaped = char == '\\' && !is_escaped;
        match char {
            '{' | '[' if is_structure => {
                depth += 1;
                text.push(char);
                text.push_str(&line(depth));
            }
            '}' | ']' if is_structure => {
                depth -= 1;
                text.truncate(text.trim_end().len());
                if !text.ends_with(['{', '[']) {
                    text.push_str(&line(depth));
                }
                text.push(char);
            }
            ',' if is_structure => text.push_str(&format!(",{}", line(depth))),
            ':' if is_structure => text.push_str(": "),
            _ => text.push(char),
        }
    }
    text + "\n"
}

fn is_blessing() -> bool {
    #[expect(
        clippy::disallowed_methods,
        reason = "the settings are the server's; this is a test's"
    )]
    let value = std::env::var("TOLLGATE_BLESS");
    value.is_ok_and(|value| value == "1")
}

/// Compares a text with its reviewed file, or writes the file.
#[track_caller]
pub(crate) fn is_reviewed(file: &Path, text: &str) {
    if is_blessing() {
        fs::create_dir_all(file.parent().expect("a snapshot is in a folder")).unwrap();
        fs::write(file, text).unwrap();
        return;
    }
    let reviewed = fs::read_to_string(file).unwrap_or_default();
    let differing = text.lines().zip(reviewed.lines()).position(|(now, then)| now != then);
    let line = differing.unwrap_or(text.lines().count().min(reviewed.lines().count())) + 1;
    assert!(
        text == reviewed,
        "{} no longer is what was reviewed, from line {line} on:\n{text}\n\
         a deliberate change: TOLLGATE_BLESS=1 cargo test --test main surface",
        file.display()
    );
}

#[test]
fn a_snapshot_shows_the_same_json() {
    let json = r#"{"a":{},"b":[1,{"c":"{\\\"[,:"}],"d":[]}"#;
    let shown = pretty(json);
    let lines: Vec<&str> = shown.lines().map(str::trim_start).collect();
    let wanted = ["{", r#""a": {},"#, r#""b": ["#, "1,", "{", r#""c": "{\\\"[,:""#, "}", "],"];
    assert_eq!(lines[..8], wanted, "{shown}");
    assert!(shown.ends_with("\n  \"d\": []\n}\n"), "{shown}");
    let same: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(same, serde_json::from_str::<Value>(json).unwrap());
}

#[test]
fn every_list_object_is_reviewed() {
    let folder = snapshots().join("tools");
    for decl in REGISTRY.decls() {
        is_reviewed(&folder.join(format!("{}.json", decl.name)), &pretty(decl.list_object));
    }
}

#[test]
fn every_reviewed_list_object_is_a_tool() {
    let names: BTreeSet<String> =
        REGISTRY.decls().map(|decl| format!("{}.json", decl.name)).collect();
    let files = fs::read_dir(snapshots().join("tools")).expect("there are snapshots");
    for file in files {
        let file = file.unwrap().file_name().into_string().unwrap();
        assert!(names.contains(&file), "tests/snapshots/tools/{file} is no tool; delete it");
    }
}

#[test]
fn every_list_object_is_portable() {
    let faults: Vec<_> = list_objects()
        .iter()
        .flat_map(|(name, object)| {
            portable::faults(object).into_iter().map(move |fault| format!("{name} {fault}"))
        })
        .collect();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn no_two_tools_differ_in_letter_case_alone() {
    let lower: BTreeSet<_> = REGISTRY.decls().map(|decl| decl.name.to_lowercase()).collect();
    assert_eq!(lower.len(), REGISTRY.tools.len());
}

#[test]
fn every_long_description_is_a_reviewed_exemption() {
    let found: Vec<String> = list_objects()
        .iter()
        .flat_map(|(name, object)| {
            let long = portable::long_descriptions(object, DESCRIPTION_BYTES_MAX);
            long.into_iter().map(move |place| format!("{name} {place}"))
        })
        .collect();
    let file = snapshots().join("exemptions.txt");
    let reviewed = fs::read_to_string(&file).expect("there is a list of exemptions");
    let reviewed: Vec<&str> = reviewed.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(found, reviewed, "against {}", file.display());
}

#[test]
fn the_exported_surface_is_reviewed() {
    is_reviewed(&snapshots().join("surface.json"), &Home::new().run(&["tools", "export"]));
}

#[test]
fn a_tool_costs_little() {
    let mut bytes: Vec<usize> = REGISTRY.decls().map(|decl| decl.list_object.len()).collect();
    bytes.sort_unstable();
    let most = bytes.last().copied().expect("there are tools");
    let median = bytes[bytes.len() / 2];
    assert!(most <= LIST_OBJECT_BYTES_MAX, "the largest list object is {most} bytes");
    assert!(median <= LIST_OBJECT_BYTES_MEDIAN, "the median list object is {median} bytes");
}
