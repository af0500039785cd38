//! Which crate may depend on which: the direction of the whole house.
//!
//! `decl <- macros`, `{decl, macros} <- tools <- server <- tests`; `scan` is for build scripts.

#![expect(clippy::disallowed_methods, reason = "cargo is asked directly; there is no server here")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// The crates of the workspace that each one depends on, by kind of dependency.
const EDGES: &[(&str, &str, &[&str])] = &[
    ("tollgate-macros", "normal", &["tollgate-decl"]),
    ("tollgate-tools", "normal", &["tollgate-decl", "tollgate-macros"]),
    ("tollgate", "normal", &["tollgate-decl", "tollgate-macros", "tollgate-tools"]),
    ("tollgate", "build", &["tollgate-scan"]),
    ("tollgate-fixture", "normal", &["tollgate"]),
    ("tollgate-fixture", "build", &["tollgate-scan"]),
    ("tollgate-gated", "normal", &["tollgate"]),
    ("tollgate-gated", "build", &["tollgate-scan"]),
    ("tollgate-ui", "dev", &["tollgate"]),
];

/// What a crate must stay ignorant of: whatever is not named is refused.
const ONLY: &[(&str, &[&str])] = &[
    ("tollgate-decl", &[]),
    ("tollgate-macros", &["proc-macro2", "quote", "strsim", "syn", "tollgate-decl"]),
    ("tollgate-scan", &["phf_codegen", "proc-macro2", "quote", "syn", "thiserror", "toml"]),
];

/// Doors that only the server opens: sockets, the protocol, the command line.
const SERVER_ONLY: &[&str] = &["axum", "clap", "hyper", "jsonrpc-core", "reqwest", "toml"];

/// All dependencies of the workspace as (crate, kind, needed crate).
type Needs = BTreeSet<(String, String, String)>;

fn needs(metadata: &Value) -> Needs {
    let mut needs = Needs::new();
    for package in metadata["packages"].as_array().expect("packages") {
        for need in package["dependencies"].as_array().expect("dependencies") {
            let kind = need["kind"].as_str().unwrap_or("normal");
            let text = |value: &Value| value.as_str().expect("a name").to_owned();
            needs.insert((text(&package["name"]), kind.to_owned(), text(&need["name"])));
        }
    }
    needs
}

fn workspace() -> Needs {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    needs(&serde_json::from_slice(&output.stdout).expect("cargo prints JSON"))
}

fn wrong_edges(needs: &Needs) -> Vec<String> {
    let own = |name: &str| name == "tollgate" || name.starts_with("tollgate-");
    let allowed: BTreeMap<_, _> =
        EDGES.iter().map(|(from, kind, to)| ((*from, *kind), *to)).collect();
    let mut wrong: Vec<String> = needs
        .iter()
        .filter(|(_, _, to)| own(to))
        .filter(|(from, kind, to)| {
            let to_list = allowed.get(&(from.as_str(), kind.as_str()));
            !to_list.is_some_and(|list| list.contains(&to.as_str()))
        })
        .map(|(from, kind, to)| format!("{from} must not need {to} ({kind})"))
        .collect();
    for (from, kind, to) in EDGES.iter().flat_map(|(f, k, list)| list.iter().map(|t| (*f, *k, *t)))
    {
        if !needs.contains(&(from.to_owned(), kind.to_owned(), to.to_owned())) {
            wrong.push(format!("{from} no longer needs {to} ({kind}); take the line out of EDGES"));
        }
    }
    wrong
}

fn wrong_knowledge(needs: &Needs) -> Vec<String> {
    let mut wrong = Vec::new();
    for (from, kind, to) in needs.iter().filter(|(_, kind, _)| kind != "dev") {
        let only = ONLY.iter().find(|(name, _)| name == from);
        let is_foreign = only.is_some_and(|(_, list)| !list.contains(&to.as_str()));
        let is_door = from == "tollgate-tools" && SERVER_ONLY.contains(&to.as_str());
        if is_foreign || is_door {
            wrong.push(format!("{from} must know nothing of {to} ({kind})"));
        }
    }
    wrong
}

fn with(from: &str, kind: &str, to: &str) -> Needs {
    let mut needs = workspace();
    needs.insert((from.to_owned(), kind.to_owned(), to.to_owned()));
    needs
}

#[test]
fn crates_depend_in_one_direction() {
    let upward = wrong_edges(&with("tollgate-decl", "normal", "tollgate-macros"));
    assert_eq!(upward, ["tollgate-decl must not need tollgate-macros (normal)"]);
    let hidden = wrong_edges(&with("tollgate-tools", "dev", "tollgate"));
    assert_eq!(hidden, ["tollgate-tools must not need tollgate (dev)"]);
    let mut gone = workspace();
    gone.retain(|(from, _, _)| from != "tollgate-macros");
    assert_eq!(wrong_edges(&gone).len(), 1, "an edge that is gone is noticed");
    assert_eq!(wrong_edges(&workspace()), Vec::<String>::new());
}

#[test]
fn crates_know_nothing_above_them() {
    let foreign = wrong_knowledge(&with("tollgate-decl", "normal", "serde"));
    assert_eq!(foreign, ["tollgate-decl must know nothing of serde (normal)"]);
    let door = wrong_knowledge(&with("tollgate-tools", "normal", "axum"));
    assert_eq!(door, ["tollgate-tools must know nothing of axum (normal)"]);
    assert_eq!(wrong_knowledge(&workspace()), Vec::<String>::new());
}
