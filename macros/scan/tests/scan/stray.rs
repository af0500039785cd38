//! Files that hold tools and that no module declares.

use crate::tree::{Tree, finds, refuses};

const TOOL: &str = "\n\n#[tool]\npub async fn ping() {}\n";

#[test]
fn refuses_a_file_with_a_tool_beside_the_root() {
    refuses(
        &[("src/lib.rs", ""), ("src/net.rs", TOOL)],
        &["src/net.rs:4: tool `ping` is in a file that is no module of src/lib.rs; write \
           `pub mod net;` in src/lib.rs, or move the function"],
    );
}

#[test]
fn names_the_file_that_should_declare_the_module() {
    refuses(
        &[
            ("src/lib.rs", "pub mod a;\npub mod b;"),
            ("src/a.rs", ""),
            ("src/a/x.rs", TOOL),
            ("src/b/mod.rs", ""),
            ("src/b/y/mod.rs", TOOL),
        ],
        &[
            "src/a/x.rs:4: tool `ping` is in a file that is no module of src/lib.rs; write \
             `pub mod x;` in src/a.rs, or move the function",
            "src/b/y/mod.rs:4: tool `ping` is in a file that is no module of src/lib.rs; write \
             `pub mod y;` in src/b/mod.rs, or move the function",
        ],
    );
}

#[test]
fn refuses_a_second_root_with_a_tool() {
    refuses(
        &[("src/lib.rs", ""), ("src/main.rs", "fn main() {}\n#[tool] async fn ping() {}")],
        &["src/main.rs:2: tool `ping` is in a file that is no module of src/lib.rs; write \
           `pub mod main;` in src/lib.rs, or move the function"],
    );
}

#[test]
fn refuses_a_tool_in_an_inline_module_of_a_stray_file() {
    refuses(
        &[("src/lib.rs", ""), ("src/net.rs", "mod a {\n#[tool] async fn ping() {}\n}")],
        &["src/net.rs:2: tool `ping` is in a file that is no module of src/lib.rs; write \
           `pub mod net;` in src/lib.rs, or move the function"],
    );
}

#[test]
fn refuses_a_stray_file_that_may_hold_a_tool_and_is_not_rust() {
    let tree = Tree::new(&[("src/lib.rs", ""), ("src/net.rs", "#[tool]\nasync fn a( {}")]);
    let faults = tree.faults();
    let expected = "src/net.rs:2: is no module and seems to hold a #[tool], but cannot be read as \
                    Rust: ";
    assert!(faults.starts_with(expected), "{faults}");
    assert_eq!(faults.lines().count(), 1, "{faults}");
}

#[test]
fn passes_over_stray_files_without_tools() {
    finds(
        &[
            ("src/lib.rs", ""),
            ("src/plain.rs", "pub fn a() {}"),
            ("src/said.rs", "//! About #[tool].\nconst A: &str = \"#[tool]\";"),
            ("src/tests.rs", "#[cfg(test)] mod tests { #[tool] async fn a() {} }"),
            ("src/broken.rs", "fn a( {}"),
            ("src/notes.txt", "#[tool] async fn a() {}"),
            ("src/.draft.rs", "#[tool] async fn a() {}"),
        ],
        &[],
    );
}

#[test]
fn passes_over_folders_of_other_crates() {
    finds(
        &[
            ("src/lib.rs", ""),
            ("src/other/Cargo.toml", "[package]"),
            ("src/other/src/lib.rs", "#[tool] pub async fn a() {}"),
        ],
        &[],
    );
}

#[test]
fn takes_a_file_that_another_source_declares_for_a_module() {
    let tree = Tree::new(&[
        ("src/lib.rs", ""),
        ("src/main.rs", "mod net;"),
        ("src/net.rs", "#[tool] pub async fn ping() {}"),
    ]);
    let scan = tree.scan("src/lib.rs", "some").and(tree.path().join("src/main.rs"), "crate");
    assert_eq!(scan.find().unwrap().tools[0].path, "crate::net::ping");
}
