//! A reply never holds `null`: what is absent is left out, what cannot be written is a fault.

use tollgate::bind::{Answer, Reply as _};
use tollgate::prelude::*;

/// A set that is only replied.
#[derive(Debug, Clone, Copy, Reply)]
pub enum Unit {
    /// Degrees.
    #[reply(word = "degrees-celsius")]
    Celsius,
}

/// A measurement.
#[derive(Debug, Reply)]
pub struct Measured {
    /// How warm.
    pub degrees: f64,
    /// In which unit.
    pub unit: Unit,
    /// Notes.
    pub note: Option<String>,
}

/// Nothing to say.
#[derive(Debug, Reply)]
pub struct Nothing {}

fn answer(degrees: f64, note: Option<&str>) -> Result<Answer, Failure> {
    Measured { degrees, unit: Unit::Celsius, note: note.map(str::to_owned) }.into_answer()
}

#[track_caller]
fn check(answer: Result<Answer, Failure>, expected: &str) {
    let json = answer.ok().and_then(|answer| answer.structured);
    assert_eq!(json.as_ref().map(|json| json.get()), Some(expected));
}

#[test]
fn what_is_absent_is_left_out_and_a_text_may_say_null() {
    check(answer(1.5, None), r#"{"degrees":1.5,"unit":"degrees-celsius"}"#);
    check(answer(1.5, Some("null")), r#"{"degrees":1.5,"unit":"degrees-celsius","note":"null"}"#);
    check(Nothing {}.into_answer(), "{}");
}

#[test]
fn a_number_that_is_not_finite_is_a_fault_of_the_server() {
    for degrees in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(matches!(answer(degrees, None), Err(Failure::Internal { .. })), "{degrees}");
    }
}
