//! The budgets of a manifest.

use crate::tree::{MANIFEST, Tree};

fn tree(budgets: &str) -> Tree {
    let tree = Tree::new(&[("src/lib.rs", "")]);
    tree.write("Cargo.toml", &format!("{MANIFEST}{budgets}"));
    tree
}

#[track_caller]
fn refuses(budgets: &str, expected: &[&str]) {
    assert_eq!(tree(budgets).faults(), expected.join("\n"));
}

#[test]
fn has_no_budget_without_a_table() {
    let text = Tree::new(&[("src/lib.rs", "")]).found().render();
    assert!(text.contains("default_surface_bytes: None"), "{text}");
    assert!(!text.contains("FamilyBudget"), "{text}");
}

#[test]
fn reads_every_budget() {
    let text = tree(
        "[package.metadata.tollgate]\ndefault_surface_bytes = 30_000\n\
         [package.metadata.tollgate.families]\nnewsfeed = 0x10\nmessaging = 4096\n",
    )
    .found()
    .render();
    for expected in [
        "default_surface_bytes: Some(30000)",
        "FamilyBudget { family: \"messaging\", bytes: 4096 }",
        "FamilyBudget { family: \"newsfeed\", bytes: 16 }",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn refuses_an_unknown_key() {
    refuses(
        "[package.metadata.tollgate]\ndefault_surface = 1\n",
        &["Cargo.toml:4: unknown key `package.metadata.tollgate.default_surface`; allowed here: \
           default_surface_bytes, families"],
    );
}

#[test]
fn refuses_values_of_another_type_all_at_once() {
    refuses(
        "[package.metadata.tollgate]\ndefault_surface_bytes = \"1\"\n\
         families = { a = 1.5, b = -1, c = 0, d = true, e = 1 }\n",
        &[
            "Cargo.toml:4: `package.metadata.tollgate.default_surface_bytes` is of type string, \
             expected a whole number of bytes, at least 1",
            "Cargo.toml:5: `package.metadata.tollgate.families.a` is of type float, expected a \
             whole number of bytes, at least 1",
            "Cargo.toml:5: `package.metadata.tollgate.families.b` is the integer -1, expected a \
             whole number of bytes, at least 1",
            "Cargo.toml:5: `package.metadata.tollgate.families.c` is the integer 0, expected a \
             whole number of bytes, at least 1",
            "Cargo.toml:5: `package.metadata.tollgate.families.d` is of type boolean, expected a \
             whole number of bytes, at least 1",
        ],
    );
}

#[test]
fn refuses_what_is_no_table() {
    refuses(
        "[package.metadata]\ntollgate = 3\n",
        &["Cargo.toml:4: `package.metadata.tollgate` is the integer 3, expected a table"],
    );
    refuses(
        "[package.metadata.tollgate]\nfamilies = []\n",
        &["Cargo.toml:4: `package.metadata.tollgate.families` is of type array, expected a table"],
    );
}

#[test]
fn refuses_a_manifest_that_is_not_toml() {
    let faults = tree("[package.metadata\n").faults();
    assert!(faults.starts_with("Cargo.toml:3: is not TOML: "), "{faults}");
    assert_eq!(faults.lines().count(), 1, "{faults}");
}

#[test]
fn refuses_a_manifest_that_is_not_there() {
    let tree = Tree::new(&[("src/lib.rs", "")]);
    let faults = tree.faults_of(&tree.scan("src", "some").manifest(tree.path().join("none.toml")));
    assert!(faults.starts_with("none.toml: cannot be read: "), "{faults}");
}
