//! Every kind of mistake in a settings file, with the text its author reads.

use crate::settings::Settings;
use std::path::Path;

use tollgate_tools::store::StoreUrl;

use super::read;
use crate::settings::{Given, Level, Loaded, StorePlace};

fn load(file: &str) -> Loaded {
    read(Path::new("config.toml"), file.as_bytes()).unwrap()
}

#[track_caller]
fn refuses(file: &str, texts: &[&str]) {
    let faults = read::<Settings>(Path::new("config.toml"), file.as_bytes()).unwrap_err();
    assert_eq!(faults.to_string().lines().collect::<Vec<_>>(), texts);
}

#[test]
fn an_empty_file_and_a_file_of_comments_are_the_defaults() {
    assert_eq!(load(""), Loaded::default());
    assert_eq!(load("# nothing yet\n\n[http]\n"), Loaded::default());
    assert_eq!(load("\u{feff}# saved by an old editor\n"), Loaded::default());
}

#[test]
fn every_key_is_read_with_its_line() {
    let loaded = load(
        "[store]\nurl = \"postgres://ada:pw@db.example/t\"\n[http]\nallow_private = true\n\
         [surface]\noutput_schema = true\n[log]\nlevel = \"trace\"\n",
    );
    let settings = loaded.settings;
    assert_eq!(
        settings.store.url,
        StorePlace::At(StoreUrl::parse("postgres://ada:pw@db.example/t").unwrap())
    );
    assert!(settings.http.allow_private);
    assert!(settings.surface.output_schema);
    assert_eq!(settings.log.level, Level::Trace);
    let lines: Vec<usize> = loaded.given.iter().map(|given| given.line).collect();
    assert_eq!(lines, [2, 4, 6, 8]);
}

#[test]
fn dotted_and_inline_spellings_are_the_same_settings() {
    assert!(load("http.allow_private = true").settings.http.allow_private);
    let loaded = load("\nhttp = { allow_private = true }\n");
    assert!(loaded.settings.http.allow_private);
    let given = Given { section: "http", key: "allow_private", line: 2, entries: Vec::new() };
    assert_eq!(loaded.given, [given]);
}

#[test]
fn an_unknown_key_is_told_the_nearest_and_all_keys_of_its_section() {
    refuses(
        "[http]\nallow_privat = true\n",
        &["config.toml:2:1: http.allow_privat: unknown key; the keys of [http] are \
           `allow_private`; did you mean `allow_private`?"],
    );
    refuses(
        "[http]\ncolour = true\n",
        &["config.toml:2:1: http.colour: unknown key; the keys of [http] are `allow_private`"],
    );
}

#[test]
fn a_key_in_the_wrong_section_is_told_the_right_one() {
    refuses(
        "[http]\nlevel = \"info\"\n",
        &["config.toml:2:1: http.level: unknown key; the keys of [http] are `allow_private`; \
           [log] has a key of this name"],
    );
}

#[test]
fn a_key_outside_of_sections_is_told_where_it_belongs() {
    refuses(
        "level = \"info\"\n",
        &["config.toml:1:1: key `level` stands outside of a section; it belongs below [log]"],
    );
    refuses(
        "colour = 1\n",
        &["config.toml:1:1: key `colour` stands outside of a section and no section has it; \
           the sections are [store], [server], [oauth], [http], [surface], [rate], \
           [integrations], [responsibilities], [delegation], [odoo], [memory], \
           [container.sandbox], [log], [telemetry]"],
    );
}

#[test]
fn an_unknown_section_is_told_the_nearest_and_all_sections() {
    refuses(
        "\n[logs]\nlevel = \"info\"\n",
        &["config.toml:2:2: unknown section [logs]; the sections are [store], [server], \
           [oauth], [http], [surface], [rate], [integrations], [responsibilities], \
           [delegation], [odoo], [memory], [container.sandbox], [log], \
           [telemetry]; did you mean `log`?"],
    );
}

#[test]
fn a_section_that_is_a_value_or_a_list_of_tables_is_refused() {
    let expected = "expected a section with its keys below it";
    refuses(
        "log = \"info\"\n",
        &[&format!("config.toml:1:1: log: found the text \"info\", {expected}")],
    );
    refuses(
        "[[log]]\nlevel = \"info\"\n",
        &[&format!("config.toml:1:3: log: found a list, {expected}")],
    );
}

#[test]
fn a_wrong_type_is_told_what_stands_there_and_what_is_allowed() {
    for (value, found) in [
        ("1", "the integer 1"),
        ("0.5", "the number 0.5"),
        ("\"yes\"", "the text \"yes\""),
        ("[true]", "a list"),
        ("{ on = true }", "a table"),
        ("2026-01-31", "the time 2026-01-31"),
    ] {
        refuses(
            &format!("[http]\nallow_private = {value}\n"),
            &[&format!(
                "config.toml:2:17: http.allow_private: found {found}, expected true or false"
            )],
        );
    }
}

#[test]
fn a_quoted_switch_is_told_to_drop_the_quotes() {
    refuses(
        "[http]\nallow_private = \"true\"\n",
        &["config.toml:2:17: http.allow_private: found the text \"true\", \
           expected true or false; write true without quotes"],
    );
}

#[test]
fn an_unknown_word_is_told_every_word_and_the_nearest() {
    refuses(
        "[log]\nlevel = \"warning\"\n",
        &["config.toml:2:9: log.level: found the text \"warning\", expected \"error\", \
           \"warn\", \"info\", \"debug\" or \"trace\"; did you mean `warn`?"],
    );
}

#[test]
fn a_word_in_the_wrong_case_is_not_guessed() {
    refuses(
        "[log]\nlevel = \"INFO\"\n",
        &["config.toml:2:9: log.level: found the text \"INFO\", expected \"error\", \
           \"warn\", \"info\", \"debug\" or \"trace\"; did you mean `info`?"],
    );
}

#[test]
fn an_address_of_another_database_is_refused_without_its_password() {
    refuses(
        "[store]\nurl = \"mysql://ada:s3cret@db/t\"\n",
        &["config.toml:2:7: store.url: found the text \"mysql://ada:***@db/t\", expected \
           \"embedded\", \"sqlite:/absolute/path\" or \"postgres://user@host/database\""],
    );
}

#[test]
fn an_address_that_no_store_takes_is_told_why() {
    refuses(
        "[store]\nurl = \"sqlite:notes.db\"\n",
        &["config.toml:2:7: store.url: found the text \"sqlite:notes.db\", expected \
           \"embedded\", \"sqlite:/absolute/path\" or \"postgres://user@host/database\"; \
           the path of an SQLite store must be absolute, `notes.db` is not"],
    );
}

#[test]
fn a_word_without_quotes_is_told_its_key_and_what_is_allowed() {
    refuses(
        "[log]\nlevel = debug\n",
        &["config.toml:2:9: log.level: not TOML: string values must be quoted, expected literal \
           string, found `level = debug`; expected \"error\", \"warn\", \"info\", \"debug\" or \
           \"trace\""],
    );
}

#[test]
fn a_key_given_twice_is_refused() {
    refuses(
        "[log]\nlevel = \"info\"\nlevel = \"warn\"\n",
        &["config.toml:3:1: not TOML: duplicate key, found `level = \"warn\"`"],
    );
}

#[test]
fn a_syntax_error_hides_the_password_of_its_line() {
    let error = read::<Settings>(Path::new("c"), b"[store]\nurl = postgres://ada:s3cret@db/t\n")
        .unwrap_err();
    let text = error.to_string();
    assert!(!text.contains("s3cret"), "{text}");
    assert!(text.starts_with("c:2:7: store.url: not TOML: "), "{text}");
}

#[test]
fn a_file_that_is_not_utf8_is_told_the_place() {
    let error = read::<Settings>(Path::new("c"), b"[log]\n# caf\xe9\n").unwrap_err();
    assert_eq!(error.to_string(), "c:2:6: a byte that is not UTF-8; save the file as UTF-8");
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once_in_its_order() {
    refuses(
        "[surface]\noutput_schema = 1\n[http]\nallow_priv = true\n[log]\nlevel = 3\n",
        &[
            "config.toml:2:17: surface.output_schema: found the integer 1, expected true or false",
            "config.toml:4:1: http.allow_priv: unknown key; the keys of [http] are \
             `allow_private`; did you mean `allow_private`?",
            "config.toml:6:9: log.level: found the integer 3, expected \"error\", \"warn\", \
             \"info\", \"debug\" or \"trace\"",
        ],
    );
}

#[test]
fn a_long_value_is_cut_in_its_message() {
    let file = format!("[log]\nlevel = \"{}\"\n", "x".repeat(500));
    let text = read::<Settings>(Path::new("c"), file.as_bytes()).unwrap_err().to_string();
    assert!(text.contains(&format!("{}...", "x".repeat(60))), "{text}");
    assert!(!text.contains(&"x".repeat(61)), "{text}");
}
