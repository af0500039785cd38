//! What a changed schema means: arguments one way, replies the other.

use super::*;

#[test]
fn arguments_narrow_and_widen() {
    for (from, to, what, back) in [
        (
            "\"required\":[\"address\"]",
            "\"required\":[\"address\",\"limit\"]",
            "parameter `limit` is required, was optional",
            "parameter `limit` is optional, was required",
        ),
        (
            "\"maximum\":100",
            "\"maximum\":50",
            "parameter `limit` maximum is 50, was 100",
            "parameter `limit` maximum is 100, was 50",
        ),
        (
            "\"minimum\":1,",
            "\"minimum\":2,",
            "parameter `limit` minimum is 2, was 1",
            "parameter `limit` minimum is 1, was 2",
        ),
        (
            ",\"maxLength\":80",
            "",
            "parameter `items[].text` maxLength is 80, was none",
            "parameter `items[].text` maxLength is none, was 80",
        ),
        (
            "\"minItems\":1,",
            "",
            "parameter `items` minItems is 1, was none",
            "parameter `items` minItems is none, was 1",
        ),
        (
            "\"maxItems\":5",
            "\"maxItems\":6",
            "parameter `items` maxItems is 5, was 6",
            "parameter `items` maxItems is 6, was 5",
        ),
        (
            "\"enum\":[\"low\",\"high\"]",
            "\"enum\":[\"low\",\"mid\",\"high\"]",
            "parameter `items[].level` lost `mid`",
            "parameter `items[].level` gained `mid`",
        ),
        (
            ",\"enum\":[\"low\",\"high\"]",
            "",
            "parameter `items[].level` takes only `low`, `high`",
            "parameter `items[].level` takes any text, was a closed set",
        ),
    ] {
        // Rows are written in the direction in which they read best; one of both narrows.
        let (old, new) = (original(), edited(from, to));
        let narrowing = compare(&old, &new);
        let (narrowing, widening) = if narrowing.verdict == Verdict::Breaking {
            (narrowing, compare(&new, &old))
        } else {
            (compare(&new, &old), narrowing)
        };
        one(&narrowing, Kind::Narrowed, what);
        one(&widening, Kind::Widened, back);
    }
}

#[test]
fn a_new_required_parameter_breaks_and_a_new_optional_one_does_not() {
    let with = |required: &str| {
        edited(
            "\"properties\":{},\"additionalProperties\":false",
            &format!(
                "\"properties\":{{\"why\":{{\"type\":\"string\",\"description\":\"Why.\"}}}}\
                 {required},\"additionalProperties\":false"
            ),
        )
    };
    let required = with(",\"required\":[\"why\"]");
    one(&compare(&original(), &required), Kind::Narrowed, "parameter `why` is new and required");
    let optional = with("");
    one(&compare(&original(), &optional), Kind::Widened, "parameter `why` is new and optional");
    one(&compare(&optional, &original()), Kind::Narrowed, "parameter `why` is gone");
}

#[test]
fn a_changed_type_breaks_except_that_an_integer_may_become_a_number() {
    let address = "{\"type\":\"string\",\"description\":\"Where the thing is.\"";
    breaks(
        address,
        "{\"type\":\"boolean\",\"description\":\"Where the thing is.\"",
        "parameter `address` type is boolean, was string",
        "parameter `address` type is string, was boolean",
    );
    let limit = "{\"type\":\"integer\",\"description\":\"How much of it.\"";
    let number = edited(limit, "{\"type\":\"number\",\"description\":\"How much of it.\"");
    one(
        &compare(&original(), &number),
        Kind::Widened,
        "parameter `limit` type is number, was integer",
    );
    one(
        &compare(&number, &original()),
        Kind::Narrowed,
        "parameter `limit` type is integer, was number",
    );
}

#[test]
fn a_format_narrows_an_argument() {
    let text = "{\"type\":\"string\",\"description\":\"Where the thing is.\"";
    narrows(
        text,
        &format!("{text},\"format\":\"date-time\""),
        "parameter `address` must be date-time",
        "parameter `address` takes any text, was date-time",
    );
}

#[test]
fn replies_change_the_other_way_round() {
    let schema = "\"required\":[\"id\"],\"additionalProperties\":false}}";
    let (old, new) = (original(), edited(schema, "\"additionalProperties\":false}}"));
    one(&compare(&old, &new), Kind::Narrowed, "reply field `id` is optional, was required");
    one(&compare(&new, &old), Kind::Widened, "reply field `id` is required, was optional");

    let id = "\"id\":{\"type\":\"string\",\"description\":\"The new id.\"";
    let (old, new) = (original(), edited(id, &format!("{id},\"enum\":[\"a\"]")));
    one(&compare(&old, &new), Kind::Widened, "reply field `id` takes only `a`");
    one(&compare(&new, &old), Kind::Narrowed, "reply field `id` takes any text, was a closed set");
}

#[test]
fn a_lost_reply_field_breaks_and_a_new_one_does_not() {
    let note = ",\"note\":{\"type\":\"string\",\"description\":\"A remark.\"}";
    narrows(note, "", "reply field `note` is gone", "reply field `note` is new");
}

#[test]
fn a_reply_that_becomes_text_breaks() {
    let file = original();
    let start = file.find(",\"output_schema\":").unwrap();
    let end = start + file[start..].find('\n').unwrap() - ",".len();
    let text = format!("{}}}{}", &file[..start], &file[end..]);
    one(&compare(&file, &text), Kind::Narrowed, "reply is text, was structured");
    one(&compare(&text, &file), Kind::Widened, "reply is structured, was text");
}
