//! Where `mod name;` leads.

use crate::tree::{Tree, finds};

const TOOL: &str = "#[tool]\npub async fn ping() {}\n";

#[test]
fn finds_tools_of_the_root() {
    finds(&[("src/lib.rs", TOOL)], &["::some::ping"]);
}

#[test]
fn takes_main_rs_for_the_root_without_lib_rs() {
    finds(&[("src/main.rs", TOOL)], &["::some::ping"]);
}

#[test]
fn takes_a_file_for_the_root_it_is() {
    let tree = Tree::new(&[("src/server.rs", TOOL)]);
    let found = tree.scan("src/server.rs", "crate").find().unwrap();
    assert_eq!(found.tools[0].path, "crate::ping");
}

#[test]
fn follows_a_file_of_the_name() {
    finds(&[("src/lib.rs", "pub mod net;"), ("src/net.rs", TOOL)], &["::some::net::ping"]);
}

#[test]
fn follows_a_mod_file() {
    finds(&[("src/lib.rs", "pub mod net;"), ("src/net/mod.rs", TOOL)], &["::some::net::ping"]);
}

#[test]
fn follows_modules_of_a_file_into_its_own_folder() {
    finds(
        &[
            ("src/lib.rs", "pub mod a;"),
            ("src/a.rs", "pub mod b;"),
            ("src/a/b.rs", "pub mod c;"),
            ("src/a/b/c.rs", TOOL),
        ],
        &["::some::a::b::c::ping"],
    );
}

#[test]
fn follows_modules_of_a_mod_file_beside_it() {
    finds(
        &[
            ("src/lib.rs", "pub mod a;"),
            ("src/a/mod.rs", "pub mod b;"),
            ("src/a/b/mod.rs", "pub mod c;"),
            ("src/a/b/c.rs", TOOL),
        ],
        &["::some::a::b::c::ping"],
    );
}

#[test]
fn reads_inline_modules() {
    finds(
        &[("src/lib.rs", "pub mod a { pub mod b { #[tool] pub async fn ping() {} } }")],
        &["::some::a::b::ping"],
    );
}

#[test]
fn follows_modules_of_an_inline_module_into_a_folder_of_its_name() {
    finds(
        &[
            ("src/lib.rs", "pub mod a;"),
            ("src/a.rs", "pub mod b { pub mod c; }"),
            ("src/a/b/c.rs", TOOL),
        ],
        &["::some::a::b::c::ping"],
    );
}

#[test]
fn follows_a_path_beside_the_file() {
    finds(
        &[
            ("src/lib.rs", "pub mod a;"),
            ("src/a.rs", "#[path = \"other/x.rs\"] pub mod b;"),
            ("src/other/x.rs", TOOL),
        ],
        &["::some::a::b::ping"],
    );
}

#[test]
fn follows_modules_of_a_file_reached_by_path_beside_it() {
    finds(
        &[
            ("src/lib.rs", "#[path = \"other/x.rs\"] pub mod a;"),
            ("src/other/x.rs", "pub mod b;"),
            ("src/other/b.rs", TOOL),
        ],
        &["::some::a::b::ping"],
    );
}

#[test]
fn follows_a_path_inside_an_inline_module_of_a_root() {
    finds(
        &[("src/lib.rs", "pub mod a { #[path = \"x.rs\"] pub mod b; }"), ("src/a/x.rs", TOOL)],
        &["::some::a::b::ping"],
    );
}

#[test]
fn follows_a_path_inside_an_inline_module_of_another_file() {
    finds(
        &[
            ("src/lib.rs", "pub mod a;"),
            ("src/a.rs", "pub mod b { #[path = \"x.rs\"] pub mod c; }"),
            ("src/a/b/x.rs", TOOL),
        ],
        &["::some::a::b::c::ping"],
    );
}

#[test]
fn takes_the_path_of_an_inline_module_for_its_folder() {
    finds(
        &[("src/lib.rs", "#[path = \"files\"] pub mod a { pub mod b; }"), ("src/files/b.rs", TOOL)],
        &["::some::a::b::ping"],
    );
}

#[test]
fn follows_a_path_out_of_the_folder_and_watches_the_file() {
    let tree = Tree::new(&[
        ("src/lib.rs", "#[path = \"../shared/x.rs\"] pub mod a;"),
        ("shared/x.rs", TOOL),
    ]);
    assert_eq!(tree.tools(), ["::some::a::ping"]);
    assert!(tree.found().watched.contains(&tree.path().join("shared/x.rs")));
}

#[test]
fn keeps_raw_names_in_paths_and_drops_them_in_files_and_tools() {
    let tree = Tree::new(&[
        ("src/lib.rs", "pub mod r#type;"),
        ("src/type.rs", "#[tool] pub async fn r#match() {}"),
    ]);
    let tools = tree.found().tools;
    assert_eq!(tools[0].path, "::some::r#type::r#match");
    assert_eq!(tools[0].name, "match");
}

#[test]
fn leaves_a_module_without_a_file_to_the_compiler() {
    finds(&[("src/lib.rs", "pub mod gone;")], &[]);
}

#[test]
fn stops_at_a_module_that_contains_itself() {
    finds(
        &[("src/lib.rs", "#[path = \"lib.rs\"] pub mod again;\n#[tool] pub async fn ping() {}")],
        &["::some::ping"],
    );
}

#[test]
fn reads_several_crates_into_one_registry() {
    let tree = Tree::new(&[("one/lib.rs", "#[tool] pub async fn pong() {}"), ("two/lib.rs", TOOL)]);
    let scan = tree.scan("one", "one").and(tree.path().join("two"), "two");
    let paths: Vec<_> = scan.find().unwrap().tools.into_iter().map(|tool| tool.path).collect();
    assert_eq!(paths, ["::two::ping", "::one::pong"]);
}

#[test]
fn watches_the_manifest_the_folder_and_every_module() {
    let tree = Tree::new(&[("src/lib.rs", "pub mod net;"), ("src/net.rs", TOOL)]);
    let watched: Vec<_> = tree
        .found()
        .watched
        .into_iter()
        .map(|path| path.strip_prefix(tree.path()).unwrap().display().to_string())
        .collect();
    assert_eq!(watched, ["Cargo.toml", "src", "src/lib.rs", "src/net.rs"]);
}

#[test]
fn refuses_a_source_without_a_root() {
    let tree = Tree::new(&[("src/other.rs", "")]);
    assert_eq!(
        tree.faults(),
        "src: holds none of lib.rs, main.rs, mod.rs; name the crate root itself"
    );
}

#[test]
fn refuses_a_source_that_is_not_there() {
    let faults = Tree::new(&[]).faults();
    assert!(faults.starts_with("src: cannot be read: "), "{faults}");
}

#[test]
fn refuses_what_is_not_the_path_of_a_crate() {
    let tree = Tree::new(&[("src/lib.rs", "")]);
    for crate_path in ["", "self", "super::x", "a-b", "a::<T>", "1"] {
        let faults = tree.faults_of(&tree.scan("src", crate_path));
        assert!(faults.contains("is not the path of a crate"), "{crate_path}: {faults}");
    }
}
