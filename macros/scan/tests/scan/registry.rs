//! The text that is written.

use crate::tree::{MANIFEST, Tree};

fn small() -> Tree {
    let tree = Tree::new(&[
        ("src/lib.rs", "pub mod news;\npub mod talk;"),
        ("src/news.rs", "#[tool] pub async fn list_feeds() {}"),
        ("src/talk/mod.rs", "pub mod message;"),
        (
            "src/talk/message.rs",
            "#[tool] pub async fn send_message() {}\n#[tool] pub async fn get_messages() {}",
        ),
    ]);
    let budgets = "[package.metadata.tollgate]\ndefault_surface_bytes = 2048\n\
                   families = { talk = 1024 }\n";
    tree.write("Cargo.toml", &format!("{MANIFEST}{budgets}"));
    tree
}

#[test]
fn writes_a_sorted_table_its_checks_and_an_index() {
    insta::assert_snapshot!(small().found().render());
}

#[test]
fn writes_the_same_text_for_the_same_sources() {
    assert_eq!(small().found().render(), small().found().render());
}

#[test]
fn writes_a_registry_without_tools() {
    let text = Tree::new(&[("src/lib.rs", "")]).found().render();
    assert!(text.contains("static TOOLS: [::tollgate::bind::Tool; 0]"), "{text}");
}

#[test]
fn lists_a_name_that_is_taken_twice_twice_so_that_the_table_check_can_name_both_places() {
    let tree = Tree::new(&[(
        "src/lib.rs",
        "pub mod b { #[tool] pub async fn x() {} }\npub mod a { #[tool] pub async fn x() {} }",
    )]);
    assert_eq!(tree.tools(), ["::some::a::x", "::some::b::x"]);
    let text = tree.found().render();
    assert_eq!(text.matches("(\"x\", ").count(), 1, "{text}");
}
