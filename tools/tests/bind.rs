//! Decoding: what each declared type takes, what it refuses, and in which words.

#![expect(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

extern crate tollgate_tools as tollgate;

use serde_json::value::RawValue;
use tollgate::bind::{Faults, Prepared, Tool};
use tollgate::prelude::*;

/// Where an item stands.
#[derive(Debug, Clone, Copy, Argument)]
pub enum Status {
    /// Not begun.
    Pending,
    /// Begun.
    InProgress,
}

/// One item.
#[derive(Debug, Argument)]
pub struct Item {
    /// What is to be done.
    #[param(len = 1..=5)]
    pub content: String,
    /// Where it stands.
    pub status: Status,
}

/// Take every type.
#[tool(does = read, scope = Admin)]
pub async fn take(
    _call: &Call,
    /// Text.
    #[param(len = 2..=4)]
    text: Option<String>,
    /// Small.
    small: Option<u8>,
    /// Bounded.
    #[param(range = -3..=3)]
    bounded: Option<i32>,
    /// Big.
    big: Option<i64>,
    /// Number.
    #[param(range = 0.5..=1.5)]
    number: Option<f64>,
    /// Flag.
    flag: Option<bool>,
    /// Items.
    #[param(len = ..=2)]
    items: Option<Vec<Item>>,
    /// When.
    #[param(format = date_time)]
    when: Option<String>,
    /// Where.
    #[param(format = url)]
    url: Option<String>,
    /// Which.
    #[param(format = uuid)]
    id: Option<String>,
) -> Result<Plain, Failure> {
    let scalars = format!("{text:?} {small:?} {bounded:?} {big:?} {number:?} {flag:?}");
    Ok(Plain(format!("{scalars} {items:?} {when:?} {url:?} {id:?}")))
}

/// Need something.
#[tool(does = read, scope = Admin)]
pub async fn need(
    _call: &Call,
    /// The title.
    title: String,
    /// How many.
    #[param(range = 1..=500, default = 50)]
    limit: u32,
    /// Where.
    #[param(format = url, len = ..=16)]
    page: Option<String>,
) -> Result<Plain, Failure> {
    Ok(Plain(format!("{title} {limit} {page:?}")))
}

fn prepare(tool: Tool, json: &str) -> Result<Prepared, Faults> {
    let raw: Box<RawValue> = serde_json::from_str(json).unwrap();
    (tool.prepare)(&raw)
}

#[track_caller]
fn takes(json: &str) {
    if let Err(faults) = prepare(Tool::of::<take>(), json) {
        panic!("{json} was refused: {faults}");
    }
}

#[track_caller]
fn refuses(json: &str, fault: &str) {
    match prepare(Tool::of::<take>(), json) {
        Ok(_) => panic!("{json} was taken"),
        Err(faults) => {
            let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
            assert_eq!(lines, [fault], "for {json}");
        }
    }
}

#[test]
fn text_is_bounded_in_characters_not_bytes() {
    takes(r#"{"text":"漢字"}"#);
    takes(r#"{"text":"\ud83d\ude00\ud83d\ude00\ud83d\ude00\ud83d\ude00"}"#);
    let expected = "expected text of 2 to 4 characters";
    refuses(
        r#"{"text":"漢"}"#,
        &format!("Missing or invalid argument: text ({expected}, got the text \"漢\")"),
    );
    refuses(
        r#"{"text":"abcde"}"#,
        &format!("Missing or invalid argument: text ({expected}, got the text \"abcde\")"),
    );
}

#[test]
fn text_takes_nothing_but_text() {
    for (json, got) in [("12", "12"), ("true", "true"), ("[]", "the list []")] {
        refuses(
            &format!(r#"{{"text":{json}}}"#),
            &format!(
                "Missing or invalid argument: text (expected text of 2 to 4 characters, got {got})"
            ),
        );
    }
}

#[test]
fn half_a_surrogate_pair_and_a_nul_are_no_text() {
    refuses(
        r#"{"text":"a\ud83d"}"#,
        "Missing or invalid argument: text (expected text whose surrogate escapes (\\ud800 to \
         \\udfff) come in pairs, got the text \"a\\ud83d\")",
    );
    refuses(
        r#"{"text":"a\u0000"}"#,
        "Missing or invalid argument: text (expected text without the character U+0000, got the \
         text \"a\\u0000\")",
    );
}

#[test]
fn integers_take_their_own_spelling_as_text_and_no_other() {
    for json in ["0", "255", r#""255""#, "1.0", "1e2"] {
        takes(&format!(r#"{{"small":{json}}}"#));
    }
    for (json, got) in [
        ("256", "256"),
        ("-1", "-1"),
        ("1.5", "1.5"),
        (r#""+1""#, r#"the text "+1""#),
        (r#""01""#, r#"the text "01""#),
        (r#"" 1""#, r#"the text " 1""#),
        (r#""""#, r#"the text """#),
        (r#""1.0""#, r#"the text "1.0""#),
        ("true", "true"),
        ("null", "null; leave it out instead"),
        ("1e400", "1e400"),
    ] {
        refuses(
            &format!(r#"{{"small":{json}}}"#),
            &format!(
                "Missing or invalid argument: small (expected an integer from 0 to 255, got {got})"
            ),
        );
    }
}

#[test]
fn a_range_holds_at_its_ends_and_not_beyond() {
    takes(r#"{"bounded":-3}"#);
    takes(r#"{"bounded":"3"}"#);
    for beyond in ["-4", "4"] {
        refuses(
            &format!(r#"{{"bounded":{beyond}}}"#),
            &format!(
                "Missing or invalid argument: bounded (expected an integer from -3 to 3, got \
                 {beyond})"
            ),
        );
    }
}

#[test]
fn an_integer_without_range_is_one_that_every_reader_keeps_exact() {
    takes(r#"{"big":9007199254740991}"#);
    takes(r#"{"big":-9007199254740991}"#);
    for beyond in ["9007199254740992", "-9007199254740992", "99999999999999999999"] {
        refuses(
            &format!(r#"{{"big":{beyond}}}"#),
            &format!(
                "Missing or invalid argument: big (expected an integer from -9007199254740991 to \
                 9007199254740991, got {beyond})"
            ),
        );
    }
}

#[test]
fn numbers_hold_their_range_and_are_never_read_from_text() {
    takes(r#"{"number":0.5}"#);
    takes(r#"{"number":1}"#);
    for (json, got) in [("0.49", "0.49"), ("1.51", "1.51"), (r#""1""#, r#"the text "1""#)] {
        refuses(
            &format!(r#"{{"number":{json}}}"#),
            &format!(
                "Missing or invalid argument: number (expected a number from 0.5 to 1.5, got {got})"
            ),
        );
    }
}

#[test]
fn booleans_take_their_own_spelling_as_text_and_no_other() {
    for json in ["true", "false", r#""true""#, r#""false""#] {
        takes(&format!(r#"{{"flag":{json}}}"#));
    }
    for (json, got) in
        [("1", "1"), (r#""True""#, r#"the text "True""#), (r#""""#, r#"the text """#)]
    {
        refuses(
            &format!(r#"{{"flag":{json}}}"#),
            &format!("Missing or invalid argument: flag (expected true or false, got {got})"),
        );
    }
}

#[test]
fn formats_are_checked_and_named() {
    takes(r#"{"when":"2026-01-31T08:00:00Z","url":"https://example.org/a"}"#);
    takes(r#"{"id":"67e55044-10b1-426f-9247-bb680e5fe0c8"}"#);
    for (name, text) in [
        ("when", "2026-01-31t08:00:00.25z"),
        ("when", "2026-01-31T08:00:00+09:00"),
        ("url", "HTTP://127.0.0.1:9030/?a=b#c"),
        ("id", "67E55044-10B1-426F-9247-BB680E5FE0C8"),
    ] {
        takes(&format!(r#"{{"{name}":"{text}"}}"#));
    }
    refuses(
        r#"{"when":"yesterday"}"#,
        "Missing or invalid argument: when (expected an RFC 3339 date and time such as \
         2026-01-31T08:00:00Z, got the text \"yesterday\")",
    );
    refuses(
        r#"{"url":"file:///etc"}"#,
        "Missing or invalid argument: url (expected an absolute http or https URL, got the text \
         \"file:///etc\")",
    );
    refuses(
        r#"{"id":"1"}"#,
        "Missing or invalid argument: id (expected a UUID such as \
         67e55044-10b1-426f-9247-bb680e5fe0c8, got the text \"1\")",
    );
}

#[test]
fn a_format_is_the_one_spelling_that_was_published() {
    for (name, text) in [
        ("when", "2026-01-31 08:00:00Z"),
        ("when", "2026-01-31T08:00Z"),
        ("when", "2026-01-31T08:00:00"),
        ("when", "2026-01-31T08:00:00.Z"),
        ("when", "2026-01-31T08:00:00+0900"),
        ("when", "2026-01-31T08:00:00+00:00[UTC]"),
        ("when", "2026-02-30T08:00:00Z"),
        ("when", "-002026-01-31T08:00:00Z"),
        ("when", "\u{ff12}026-01-31T08:00:00Z"),
        ("url", " https://example.org"),
        ("url", "https://example.org/a\\nb"),
        ("url", "https:example.org"),
        ("url", "https://"),
        ("id", "67e5504410b1426f9247bb680e5fe0c8"),
        ("id", "{67e55044-10b1-426f-9247-bb680e5fe0c8}"),
        ("id", "urn:uuid:67e55044-10b1-426f-9247-bb680e5fe0c8"),
    ] {
        let json = format!(r#"{{"{name}":"{text}"}}"#);
        let faults = prepare(Tool::of::<take>(), &json).map(drop).expect_err(&json).to_string();
        assert!(faults.contains(&format!("{name} (expected a")), "{json}: {faults}");
    }
}

#[test]
fn a_format_with_a_length_names_both() {
    let faults = prepare(Tool::of::<need>(), r#"{"title":"a","page":"https://example.org"}"#);
    let text = faults.map(drop).unwrap_err().to_string();
    let expected = "page (expected an absolute http or https URL of at most 16 characters, got";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn faults_below_a_list_carry_their_whole_path() {
    takes(r#"{"items":[{"content":"a","status":"in_progress"}]}"#);
    refuses(
        r#"{"items":[{"content":"a","status":"pending"},{"content":"a","status":"done"}]}"#,
        "Missing or invalid argument: items[1].status (expected one of \"pending\", \
         \"in_progress\", got the text \"done\")",
    );
    refuses(
        r#"{"items":[7]}"#,
        "Missing or invalid argument: items[0] (expected an object, got 7)",
    );
    refuses(
        r#"{"items":[{},{},{}]}"#,
        "Missing or invalid argument: items (expected a list of at most 2 items, got the list \
         [{},{},{}])",
    );
}

#[test]
fn unknown_names_are_refused_with_the_nearest_known_one() {
    refuses(
        r#"{"flg":true}"#,
        "Unknown argument: flg, did you mean `flag`? (known: text, small, bounded, big, number, \
         flag, items, when, url, id)",
    );
}

#[test]
fn an_unknown_name_of_any_length_is_refused_in_few_words() {
    let faults = prepare(Tool::of::<take>(), &format!(r#"{{"{}":1}}"#, "flag".repeat(100_000)));
    let text = faults.map(drop).unwrap_err().to_string();
    assert!(text.contains("flagflag… (known: ") && text.len() < 250, "{text}");
}

#[test]
fn a_name_given_twice_is_refused() {
    refuses(r#"{"flag":true,"flag":true}"#, "Argument given twice: flag");
}

#[test]
fn arguments_that_are_no_object_are_one_fault() {
    for (json, got) in [("[]", "the list []"), ("null", "null; leave it out instead"), ("1", "1")] {
        refuses(
            json,
            &format!("Missing or invalid argument: arguments (expected an object, got {got})"),
        );
    }
}

#[test]
fn every_fault_of_a_call_is_named_at_once() {
    let faults = prepare(Tool::of::<need>(), r#"{"limit":0,"titel":"x"}"#).unwrap_err();
    assert_eq!(
        faults.to_string(),
        "3 faults in the arguments, nothing was done:\n\
         - Unknown argument: titel, did you mean `title`? (known: title, limit, page)\n\
         - Missing or invalid argument: title (missing, expected text)\n\
         - Missing or invalid argument: limit (expected an integer from 1 to 500, got 0)"
    );
}

#[test]
fn faults_beyond_the_limit_are_counted() {
    let names: Vec<_> = (0..40).map(|at| format!(r#""unknown_{at}":1"#)).collect();
    let faults = prepare(Tool::of::<take>(), &format!("{{{}}}", names.join(","))).unwrap_err();
    let text = faults.to_string();
    assert!(text.starts_with("40 faults"), "{text}");
    assert!(text.ends_with("- and 8 more"), "{text}");
}

#[test]
fn which_parameters_were_given_is_known() {
    let prepared = prepare(Tool::of::<need>(), r#"{"title":"x"}"#).unwrap();
    assert!(prepared.given().contains(0));
    assert!(!prepared.given().contains(1), "a default is not given");
}

#[test]
fn a_long_value_is_shortened_in_the_message() {
    let long = "x".repeat(1_000);
    let faults = prepare(Tool::of::<take>(), &format!(r#"{{"flag":"{long}"}}"#)).unwrap_err();
    let text = faults.to_string();
    assert!(text.len() < 250 && text.contains("… (1002 bytes)"), "{text}");
}
