//! `tollgate surface diff`: verdicts as exit codes, and files that are no surface.

use tollgate::registry::REGISTRY;

use super::Home;

const DIFF: [&str; 3] = ["surface", "diff", "old.json"];

/// A home beside which `old.json` is this build's own surface, edited.
fn home_with_old(edit: impl FnOnce(String) -> String) -> Home {
    let home = Home::new();
    let surface = home.answer(&["tools", "export"]);
    std::fs::write(home.beside("old.json"), edit(surface)).unwrap();
    home
}

/// The surface without its first tool.
fn without_first(surface: String) -> String {
    let first = surface.lines().nth(1).unwrap().to_owned() + "\n";
    surface.replacen(&first, "", 1)
}

#[test]
fn the_same_surface_ends_with_0() {
    let home = home_with_old(|surface| surface);
    assert!(home.answer(&DIFF).starts_with("same: 0 changes; +0 wire bytes"));
}

#[test]
fn a_new_tool_ends_with_1() {
    let run = home_with_old(without_first).run(&DIFF);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let first = REGISTRY.tools[0].decl.name;
    assert!(run.out.contains(&format!("added (compatible)\n  {first}: ")), "{}", run.out);
}

#[test]
fn a_lost_tool_ends_with_2() {
    let home = home_with_old(|surface| surface);
    let now = without_first(home.answer(&["tools", "export"]));
    std::fs::write(home.beside("new.json"), now).unwrap();
    let run = home.run(&["surface", "diff", "old.json", "new.json"]);
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    let first = REGISTRY.tools[0].decl.name;
    assert!(run.out.contains(&format!("removed (breaking)\n  {first}: is gone")), "{}", run.out);
}

#[test]
fn a_diff_as_json_has_verdict_changes_and_cost() {
    let home = home_with_old(without_first);
    let run = home.run(&["surface", "diff", "old.json", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["verdict"], "compatible");
    assert_eq!(json["changes"][0]["kind"], "added");
    let bytes = REGISTRY.tools[0].decl.list_object.len();
    assert_eq!(json["cost"]["wire_bytes"], bytes);
    assert!(json["cost"]["model_tokens"].as_i64().unwrap() > 0);
}

#[test]
fn a_file_that_is_no_surface_is_told_its_line_and_never_a_verdict() {
    let home = home_with_old(|surface| surface.replacen("\"family\":", "\"familly\":", 1));
    let text = home.complaint(65, &DIFF);
    assert!(text.starts_with("tollgate: old.json:2:"), "{text}");
    assert!(text.contains("unknown field `familly`, expected one of `name`, `family`"), "{text}");
    let home = home_with_old(|_| "<<<<<<< HEAD\n".to_owned());
    assert!(home.complaint(65, &DIFF).starts_with("tollgate: old.json:1:1: "));
    std::fs::write(home.beside("old.json"), b"{\n\"\xff\"").unwrap();
    assert!(home.complaint(65, &DIFF).starts_with("tollgate: old.json:2:2: expected UTF-8"));
}

#[test]
fn a_file_that_is_not_there_has_a_code_of_its_own() {
    let text = Home::new().complaint(66, &DIFF);
    assert!(text.starts_with("tollgate: old.json: cannot be read: "), "{text}");
}
