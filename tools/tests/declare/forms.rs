//! Every shape that a form can ask for, with the schema that the client shows it from.

use serde_json::{Value, json};
use tollgate::prelude::*;

/// A choice whose words say it all.
#[derive(Debug, Clone, Copy, PartialEq, Form)]
pub enum Untitled {
    /// Left.
    Option1,
    /// Right.
    Option2,
}

/// A choice with titles for people.
#[derive(Debug, Clone, Copy, PartialEq, Form)]
pub enum Titled {
    /// The first.
    #[param(title = "The \"first\"")]
    Value1,
    /// The second.
    #[param(word = "value-2", title = "The second")]
    Value2,
    /// The third.
    Value3,
}

/// The same for clients of 2025-06-18.
#[derive(Debug, Clone, Copy, PartialEq, Form)]
#[param(enum_names)]
pub enum Legacy {
    /// Left.
    #[param(title = "Option one")]
    Opt1,
    /// Right.
    #[param(title = "Option two")]
    Opt2,
}

/// Every shape of a choice.
#[derive(Debug, PartialEq, Form)]
pub struct Choices {
    /// One.
    #[param(name = "untitledSingle")]
    untitled_single: Untitled,
    /// One with a title.
    #[param(name = "titledSingle", title = "Pick one")]
    titled_single: Titled,
    /// One as before.
    #[param(name = "legacyEnum")]
    legacy_enum: Legacy,
    /// Some.
    #[param(name = "untitledMulti", len = 1..=2)]
    untitled_multi: Vec<Untitled>,
    /// Some with titles.
    #[param(name = "titledMulti")]
    titled_multi: Option<Vec<Titled>>,
}

/// Every plain value, each with a default.
#[derive(Debug, PartialEq, Form)]
pub struct Defaults {
    /// A name.
    #[param(len = ..=50, default = "John Doe")]
    name: String,
    /// Years.
    #[param(range = 0..=150, default = 30)]
    age: u32,
    /// Points.
    #[param(range = 0.0..=100.0, default = 95.5)]
    score: f64,
    /// State.
    #[param(default = "option2")]
    status: Untitled,
    /// Whether it was checked.
    #[param(default = true)]
    verified: bool,
}

/// Every format.
#[derive(Debug, PartialEq, Form)]
pub struct Formats {
    /// A.
    #[param(format = email)]
    a: String,
    /// B.
    #[param(format = url)]
    b: String,
    /// C.
    #[param(format = date)]
    c: String,
    /// D.
    #[param(format = date_time)]
    d: Option<String>,
    /// E.
    #[param(format = uuid)]
    e: Option<String>,
}

#[expect(clippy::unwrap_used, reason = "a test's own")]
fn schema<T: tollgate::bind::Form>() -> Value {
    serde_json::from_str(T::REQUESTED_SCHEMA).unwrap()
}

#[expect(clippy::unwrap_used, reason = "a test's own")]
fn fill_in<T: tollgate::bind::Form>(content: &Value) -> Result<T, String> {
    T::filled_in(&serde_json::value::to_raw_value(content).unwrap())
}

#[test]
fn a_choice_has_the_five_shapes_of_the_protocol() {
    let titles = json!([
        { "const": "value1", "title": "The \"first\"" },
        { "const": "value-2", "title": "The second" },
        { "const": "value3", "title": "value3" },
    ]);
    let properties = json!({
        "untitledSingle":
            { "type": "string", "description": "One.", "enum": ["option1", "option2"] },
        "titledSingle": {
            "type": "string", "title": "Pick one", "description": "One with a title.",
            "oneOf": titles,
        },
        "legacyEnum": {
            "type": "string", "description": "One as before.",
            "enum": ["opt1", "opt2"], "enumNames": ["Option one", "Option two"],
        },
        "untitledMulti": {
            "type": "array", "description": "Some.", "minItems": 1, "maxItems": 2,
            "items": { "type": "string", "enum": ["option1", "option2"] },
        },
        "titledMulti":
            { "type": "array", "description": "Some with titles.", "items": { "anyOf": titles } },
    });
    let required = ["untitledSingle", "titledSingle", "legacyEnum", "untitledMulti"];
    let expected = json!({ "type": "object", "properties": properties, "required": required });
    assert_eq!(schema::<Choices>(), expected);
}

#[test]
fn what_was_chosen_is_found_again_by_its_name_on_the_wire() {
    let content = json!({
        "untitledSingle": "option1", "titledSingle": "value-2", "legacyEnum": "opt2",
        "untitledMulti": ["option2", "option1"], "titledMulti": ["value3"],
    });
    let expected = Choices {
        untitled_single: Untitled::Option1,
        titled_single: Titled::Value2,
        legacy_enum: Legacy::Opt2,
        untitled_multi: vec![Untitled::Option2, Untitled::Option1],
        titled_multi: Some(vec![Titled::Value3]),
    };
    assert_eq!(fill_in(&content), Ok(expected));
    let content = json!({ "untitledSingle": "The second", "titledSingle": "value1",
                          "legacyEnum": "opt1", "untitledMulti": [] });
    let fault = fill_in::<Choices>(&content).unwrap_err();
    assert!(fault.contains("untitledSingle (expected one of \"option1\""), "{fault}");
    assert!(fault.contains("untitledMulti (expected a list of 1 to 2 items"), "{fault}");
}

#[test]
fn a_default_is_published_and_stands_in_for_what_is_left_out() {
    let expected = json!({ "type": "object", "properties": {
        "name":
            { "type": "string", "description": "A name.", "maxLength": 50, "default": "John Doe" },
        "age": { "type": "integer", "description": "Years.", "minimum": 0, "maximum": 150,
                 "default": 30 },
        "score": { "type": "number", "description": "Points.", "minimum": 0, "maximum": 100,
                   "default": 95.5 },
        "status": { "type": "string", "description": "State.", "enum": ["option1", "option2"],
                    "default": "option2" },
        "verified":
            { "type": "boolean", "description": "Whether it was checked.", "default": true },
    } });
    assert_eq!(schema::<Defaults>(), expected);
    let defaults = Defaults {
        name: "John Doe".to_owned(),
        age: 30,
        score: 95.5,
        status: Untitled::Option2,
        verified: true,
    };
    assert_eq!(fill_in(&json!({})), Ok(defaults));
}

#[test]
fn a_format_is_published_as_the_protocol_calls_it_and_checked() {
    let schema = schema::<Formats>();
    let format = |name: &str| schema["properties"][name]["format"].clone();
    let formats: Vec<_> = ["a", "b", "c", "d", "e"].into_iter().map(format).collect();
    assert_eq!(json!(formats), json!(["email", "uri", "date", "date-time", null]));
    let good = json!({ "a": "a.b+c@sub.example-1.org", "b": "https://example.org/",
                       "c": "2024-02-29", "d": "2026-01-31T08:00:00Z" });
    fill_in::<Formats>(&good).unwrap();
    for (name, value) in [
        ("a", "ada"),
        ("a", "@example.org"),
        ("a", "ada@example"),
        ("a", "a da@example.org"),
        ("a", "a..b@example.org"),
        ("a", "ada@-example.org"),
        ("a", "ada@example..org"),
        ("a", &format!("{}@example.org", "a".repeat(65))),
        ("a", &format!("a@{}.org", "a".repeat(250))),
        ("b", "example.org"),
        ("c", "2023-02-29"),
        ("c", "2024-2-29"),
        ("c", "20240229"),
        ("c", "2024-02-29T00"),
        ("d", "2026-01-31"),
    ] {
        let mut bad = good.clone();
        bad[name] = json!(value);
        let fault = fill_in::<Formats>(&bad).unwrap_err();
        assert!(fault.contains(&format!(": {name} (expected ")), "{value}: {fault}");
    }
    let longest = format!("{}@{}.org", "a".repeat(64), "b".repeat(254 - 64 - 5));
    assert_eq!(longest.len(), 254);
    let mut long = good;
    long["a"] = json!(longest);
    fill_in::<Formats>(&long).unwrap();
}

/// Take what a form asks for as arguments.
#[tool(does = read, scope = Admin)]
pub async fn take_form(
    _call: &Call,
    /// The form.
    defaults: Defaults,
    /// A choice.
    choice: Titled,
) -> Result<Plain, Failure> {
    Ok(Plain(format!("{defaults:?} {choice:?}")))
}

#[test]
fn a_form_is_an_argument_as_well_with_a_portable_schema() {
    let object = tollgate::bind::Tool::of::<take_form>().decl.list_object;
    let object: Value = serde_json::from_str(object).unwrap();
    let properties = &object["inputSchema"]["properties"];
    assert_eq!(properties["defaults"]["additionalProperties"], false);
    assert_eq!(properties["choice"]["enum"], json!(["value1", "value-2", "value3"]));
    assert_eq!(properties["choice"].get("oneOf"), None);
}
