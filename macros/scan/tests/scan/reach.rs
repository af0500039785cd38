//! What the registry can name.

use crate::tree::{Tree, finds, refuses};

#[test]
fn refuses_a_private_tool() {
    refuses(
        &[("src/lib.rs", "\n#[tool]\nasync fn a() {}")],
        &["src/lib.rs:3: tool `a` is private; make it `pub`, so that the registry can name it"],
    );
}

#[test]
fn refuses_a_tool_for_its_own_crate_alone() {
    refuses(
        &[("src/lib.rs", "#[tool] pub(crate) async fn a() {}")],
        &["src/lib.rs:1: tool `a` is `pub(crate)`; make it `pub`, so that the registry can name \
           it"],
    );
}

#[test]
fn refuses_a_private_module_with_tools_once() {
    refuses(
        &[
            ("src/lib.rs", "pub mod a;"),
            ("src/a.rs", "\nmod b;"),
            ("src/a/b.rs", "#[tool] pub async fn x() {}\n#[tool] pub async fn y() {}"),
        ],
        &["src/a.rs:2: module `b` is private and holds tool `x`; make it `pub mod b`, so that \
           the registry can name the tool"],
    );
}

#[test]
fn reports_every_fault_in_the_order_of_places() {
    refuses(
        &[
            ("src/lib.rs", "pub(in crate) mod b;\nmod a;"),
            ("src/a.rs", "#[tool] async fn x() {}"),
            ("src/b.rs", "#[tool] pub async fn y() {}"),
        ],
        &[
            "src/a.rs:1: tool `x` is private; make it `pub`, so that the registry can name it",
            "src/lib.rs:1: module `b` is `pub(in crate)` and holds tool `y`; make it `pub mod b`, \
             so that the registry can name the tool",
            "src/lib.rs:2: module `a` is private and holds tool `x`; make it `pub mod a`, so that \
             the registry can name the tool",
        ],
    );
}

#[test]
fn allows_private_modules_without_tools() {
    finds(
        &[("src/lib.rs", "mod inner { pub fn a() {} }\n#[tool] pub async fn b() {}")],
        &["::some::b"],
    );
}

#[track_caller]
fn own_crate(root: &str, expected: Result<&str, &str>) {
    let tree = Tree::new(&[("src/lib.rs", root)]);
    let scan = tree.scan("src", "crate");
    match expected {
        Ok(path) => {
            let paths = scan.find().map(|found| found.tools.into_iter().map(|tool| tool.path));
            assert_eq!(
                paths.map(Iterator::collect).map_err(|faults| faults.to_string()),
                Ok(vec![path.to_owned()])
            );
        }
        Err(fault) => assert_eq!(tree.faults_of(&scan), fault),
    }
}

#[test]
fn allows_private_items_of_the_root_in_the_same_crate() {
    own_crate("#[tool] async fn x() {}", Ok("crate::x"));
    own_crate("mod a { #[tool] pub async fn x() {} }", Ok("crate::a::x"));
}

#[test]
fn allows_what_the_whole_of_the_same_crate_sees() {
    own_crate("mod a { #[tool] pub(crate) async fn x() {} }", Ok("crate::a::x"));
    own_crate("mod a { #[tool] pub(super) async fn x() {} }", Ok("crate::a::x"));
    own_crate("mod a { #[tool] pub(in crate) async fn x() {} }", Ok("crate::a::x"));
    own_crate(
        "mod a { pub mod b { #[tool] pub(in super::super) async fn x() {} } }",
        Ok("crate::a::b::x"),
    );
}

#[test]
fn refuses_what_a_part_of_the_same_crate_sees() {
    own_crate(
        "mod a { #[tool] async fn x() {} }",
        Err("src/lib.rs:1: tool `x` is private; make it `pub(crate)`, so that the registry can \
             name it"),
    );
    own_crate(
        "mod a { pub mod b { #[tool] pub(super) async fn x() {} } }",
        Err("src/lib.rs:1: tool `x` is `pub(super)`; make it `pub(crate)`, so that the registry \
             can name it"),
    );
    own_crate(
        "mod a { pub mod b { #[tool] pub(in crate::a) async fn x() {} } }",
        Err("src/lib.rs:1: tool `x` is `pub(in crate::a)`; make it `pub(crate)`, so that the \
             registry can name it"),
    );
    own_crate(
        "mod a { mod b { #[tool] pub async fn x() {} } }",
        Err("src/lib.rs:1: module `b` is private and holds tool `x`; make it `pub(crate) mod b`, \
             so that the registry can name the tool"),
    );
}

#[test]
fn counts_the_modules_above_a_source_inside_a_crate() {
    let tree = Tree::new(&[("src/tools/mod.rs", "#[tool] async fn x() {}")]);
    assert_eq!(
        tree.faults_of(&tree.scan("src/tools", "crate::tools")),
        "src/tools/mod.rs:1: tool `x` is private; make it `pub(crate)`, so that the registry can \
         name it"
    );
}
