//! Every rule of a comparison, once broken and once kept.
//!
//! Each row edits the exported surface of the fixtures: the change reads one way from the
//! original to the edited text, and the opposite way back.

mod access;
mod schema;

use super::diff;
use crate::report::fixture;
use crate::report::surface::change::{Diff, Kind, Verdict};
use crate::report::surface::{export, read};

fn original() -> String {
    export(&fixture::ALL).unwrap()
}

fn compare(old: &str, new: &str) -> Diff {
    diff(&read(old).unwrap(), &read(new).unwrap())
}

#[track_caller]
fn edited(from: &str, to: &str) -> String {
    let original = original();
    assert_eq!(original.matches(from).count(), 1, "`{from}` must stand in the surface once");
    original.replace(from, to)
}

#[track_caller]
fn one(diff: &Diff, kind: Kind, what: &str) {
    let found: Vec<(Kind, &str)> =
        diff.changes.iter().map(|change| (change.kind, change.what.as_str())).collect();
    assert_eq!(found, [(kind, what)]);
    assert_eq!(diff.verdict, kind.verdict());
}

/// The edit narrows, and taking it back widens.
#[track_caller]
fn narrows(from: &str, to: &str, what: &str, back: &str) {
    let (old, new) = (original(), edited(from, to));
    one(&compare(&old, &new), Kind::Narrowed, what);
    one(&compare(&new, &old), Kind::Widened, back);
}

/// The edit breaks in both directions.
#[track_caller]
fn breaks(from: &str, to: &str, what: &str, back: &str) {
    let (old, new) = (original(), edited(from, to));
    one(&compare(&old, &new), Kind::Narrowed, what);
    one(&compare(&new, &old), Kind::Narrowed, back);
}

/// The edit is only told.
#[track_caller]
fn notes(from: &str, to: &str, what: &str) {
    one(&compare(&original(), &edited(from, to)), Kind::Noted, what);
}

#[test]
fn a_surface_is_the_same_as_itself() {
    let diff = compare(&original(), &original());
    assert_eq!(diff.verdict, Verdict::Same);
    assert!(diff.changes.is_empty());
    assert_eq!(
        diff.to_string(),
        "same: 0 changes; +0 wire bytes, +0 model bytes, +0 o200k tokens\n"
    );
}

#[test]
fn a_removed_tool_breaks_and_an_added_one_does_not() {
    let all = original();
    let two = export(&fixture::ALL[..2]).unwrap();
    one(&compare(&all, &two), Kind::Removed, "is gone");
    one(&compare(&two, &all), Kind::Added, "Wipe everything.");
}

#[test]
fn a_renamed_tool_breaks_and_is_told_its_new_name() {
    let renamed = original().replace("beta_wipe", "beta_erase");
    let diff = compare(&original(), &renamed);
    let kinds: Vec<Kind> = diff.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [Kind::Added, Kind::Removed]);
    assert!(diff.changes[1].what.contains("renamed to `beta_erase`"));
    assert_eq!(diff.verdict, Verdict::Breaking);
}

#[test]
fn a_removed_tool_that_was_deprecated_is_told_with_its_replacement() {
    let mark = "\"deprecated\":{\"use_instead\":\"alpha_put\",\"until\":\"2.0\"}";
    let deprecated = edited("\"gate\":\"os_native\"", &format!("\"gate\":\"os_native\",{mark}"));
    let two = export(&fixture::ALL[..2]).unwrap();
    one(&compare(&deprecated, &two), Kind::Removed, "was deprecated until 2.0; use `alpha_put`");
    one(
        &compare(&original(), &deprecated),
        Kind::Noted,
        "deprecated: use `alpha_put`, goes in 2.0",
    );
    one(&compare(&deprecated, &original()), Kind::Noted, "no longer deprecated");
}

#[test]
fn texts_defaults_families_and_exemptions_are_only_told() {
    notes("Wipe everything.", "Wipe it all.", "description changed");
    notes("How much of it.", "How much.", "parameter `limit` description changed");
    notes("A remark.", "A note.", "reply field `note` description changed");
    notes("\"default\":20", "\"default\":10", "parameter `limit` default is 10, was 20");
    notes("\"family\":\"beta\"", "\"family\":\"gamma\"", "family is `gamma`, was `beta`");
    notes("\"budget_bytes\":300", "\"budget_bytes\":301", "exemptions changed");
}

#[test]
fn a_list_object_that_only_looks_different_is_told() {
    notes(
        "\"readOnlyHint\":true",
        "\"readOnlyHint\":true,\"title\":\"x\"",
        "list object is rendered differently",
    );
}

#[test]
fn cost_is_new_minus_old() {
    let shorter = edited("Wipe everything.", "Wipe.");
    let diff = compare(&original(), &shorter);
    assert_eq!((diff.cost.wire_bytes, diff.cost.model_bytes), (-11, -11));
    assert!(diff.cost.model_tokens < 0);
    let back = compare(&shorter, &original());
    assert_eq!(back.cost.model_tokens, -diff.cost.model_tokens);
}

#[test]
fn a_report_starts_with_the_verdict_and_the_worst() {
    let diff = compare(&original(), &original().replace("\"maximum\":100", "\"maximum\":9"));
    let text = diff.to_string();
    assert!(text.starts_with("breaking: 1 change; -2 wire bytes, -2 model bytes, "), "{text}");
    assert!(
        text.ends_with(
            "\nnarrowed (breaking)\n  alpha_get: parameter `limit` maximum is 9, was 100\n"
        ),
        "{text}"
    );
}
