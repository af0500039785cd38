//! What the README shows is true: its example is compiled and called, its error is the compiler's.

mod timer;

use std::fs;
use std::path::Path;

use serde_json::json;
use serde_json::value::to_raw_value;
use tollgate::bind::Tool;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The first code block of this language in the README.
#[track_caller]
fn block(language: &str) -> String {
    let readme = read("README.md");
    let (_, rest) = readme.split_once(&format!("```{language}\n")).expect("a block");
    rest.split_once("```").expect("its end").0.to_owned()
}

/// What the compiler said, without the place, which is another one in every project.
fn without_place(message: &str) -> Vec<&str> {
    let is_place = |line: &&str| line.trim_start().starts_with("-->");
    message.lines().filter(|line| !is_place(line)).collect()
}

#[test]
fn the_example_is_the_one_that_is_compiled_here() {
    let source = read("tests/suite/readme/timer.rs");
    let (_, example) = source.split_once("// ----\n").expect("the example");
    assert_eq!(block("rust"), example);
}

#[test]
fn the_error_is_what_the_compiler_says() {
    let expected = read("tests/ui/fail/readme/description_too_long.stderr");
    assert_eq!(without_place(&block("text")), without_place(&expected));
}

#[test]
fn the_example_names_both_faults_of_a_call() {
    let arguments = to_raw_value(&json!({"minutes": 0, "minuets": 5})).unwrap();
    let tool = Tool::of::<timer::start_timer>();
    let faults = (tool.prepare)(&arguments).expect_err("two faults").to_string();
    for part in ["2 faults", "minutes (expected an integer from 1 to 1440, got 0)", "`minutes`?"] {
        assert!(faults.contains(part), "{part:?} in {faults}");
    }
}
