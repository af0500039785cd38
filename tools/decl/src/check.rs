//! Checks on values that a declaration derives: types the macro cannot see, sizes it cannot know.
//!
//! Each is called from a constant that the macro places under the literal it judges. Rules on
//! literals live in the macro; rules over the whole table live in `table`.

use crate::limit::{LIST_OBJECT_BYTES_MAX, SCHEMA_DEPTH_MAX};
use crate::message::Message;
use crate::schema::{Bounds, Format, Schema};
use crate::tool::ToolDecl;

/// The literal of a `default = …`.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// A string literal.
    Text(&'static str),
    /// An integer literal.
    Integer(i64),
    /// A float literal.
    Number(f64),
    /// `true` or `false`.
    Boolean(bool),
}

/// Narrows a text or a list to `len = min..=max`.
///
/// # Panics
/// While compiling, if the type has no length.
#[must_use]
#[track_caller]
pub const fn check_len(schema: Schema, param: &str, min: u32, max: u32) -> Schema {
    match schema {
        Schema::Text { format, .. } => Schema::Text { len: Bounds { min, max }, format },
        Schema::List { items, .. } => Schema::List { items, len: Bounds { min, max } },
        _ => misfit(&schema, param, "`len` bounds text and lists", "use `range` for numbers"),
    }
}

/// The keywords of `len = min..=max`: those of text, or those of lists.
#[must_use]
pub const fn len_keywords(schema: &Schema, text: &'static str, list: &'static str) -> &'static str {
    match schema {
        Schema::List { .. } => list,
        _ => text,
    }
}

/// Narrows an integer to `range = min..=max`.
///
/// # Panics
/// While compiling, if the type is no integer or the range leaves it.
#[must_use]
#[track_caller]
pub const fn check_range(schema: Schema, param: &str, min: i64, max: i64) -> Schema {
    match schema {
        Schema::Integer { min: least, max: most } => {
            if min < least || max > most {
                let message = Message::new()
                    .text("parameter `")
                    .text(param)
                    .text("`: the range leaves ")
                    .integer(least)
                    .text(" to ")
                    .integer(most)
                    .text(", which its type carries exactly in JSON; narrow it or widen the type");
                panic!("{}", message.as_str());
            }
            Schema::Integer { min, max }
        }
        Schema::Number { .. } => misfit(
            &schema,
            param,
            "an integer range does not bound a number",
            "write it with decimals, such as `0.0..=1.0`",
        ),
        _ => misfit(&schema, param, "`range` bounds numbers", "use `len` for text and lists"),
    }
}

/// Narrows a number to `range = min..=max`.
///
/// # Panics
/// While compiling, if the type is no number.
#[must_use]
#[track_caller]
pub const fn check_number_range(schema: Schema, param: &str, min: f64, max: f64) -> Schema {
    if !matches!(schema, Schema::Number { .. }) {
        misfit(
            &schema,
            param,
            "a range with decimals bounds numbers",
            "write an integer range without decimals, or make the type `f64`",
        )
    }
    Schema::Number { min: Some(min), max: Some(max) }
}

/// Gives a text its `format = …`.
///
/// # Panics
/// While compiling, if the type is no text.
#[must_use]
#[track_caller]
pub const fn check_format(schema: Schema, param: &str, format: Format) -> Schema {
    match schema {
        Schema::Text { len, .. } => Schema::Text { len, format: Some(format) },
        _ => misfit(&schema, param, "`format` checks text", "make the type `String`"),
    }
}

/// Checks that a `default = …` is a value its own parameter takes.
///
/// # Panics
/// While compiling, if it is not, or if the parameter is an `Option` as well.
#[track_caller]
pub const fn check_default(schema: &Schema, param: &str, required: bool, literal: Literal) {
    if !required {
        let message = Message::new()
            .text("parameter `")
            .text(param)
            .text("`: it has a default and is an `Option`; a default already makes it optional");
        panic!("{}", message.as_str());
    }
    let fits = match (schema, literal) {
        (Schema::Text { len, format: None }, Literal::Text(text)) => {
            len.contain(chars(text)) && !has_nul(text)
        }
        (Schema::Integer { min, max }, Literal::Integer(value)) => value >= *min && value <= *max,
        (Schema::Number { min, max }, Literal::Number(value)) => {
            (match min {
                Some(min) => value >= *min,
                None => true,
            }) && (match max {
                Some(max) => value <= *max,
                None => true,
            })
        }
        (Schema::Boolean, Literal::Boolean(_)) => true,
        (Schema::Choice(choices), Literal::Text(text)) => {
            let mut at = 0;
            let mut found = false;
            while at < choices.len() {
                found = found || crate::table::same(choices[at].name, text);
                at += 1;
            }
            found
        }
        _ => false,
    };
    if !fits {
        let mut message = Message::new()
            .text("parameter `")
            .text(param)
            .text("`: the default is not a value the parameter takes; expected ")
            .text(schema.kind());
        if let Schema::Choice(choices) = schema {
            message = message.text(", one of");
            let mut at = 0;
            while at < choices.len() {
                message = message.text(" `").text(choices[at].name).text("`");
                at += 1;
            }
        } else if let Schema::Text { format: Some(_), .. } = schema {
            message = message
                .text(" of a format, which only a call can be checked for;")
                .text(" make it an `Option` and choose in the body");
        } else if let (Schema::Number { .. }, Literal::Integer(_)) = (schema, literal) {
            message = message.text(", which is written with decimals, such as `1.0`");
        } else {
            message = message.text(" within its bounds");
        }
        panic!("{}", message.as_str());
    }
}

/// Checks that the parameter behind `permission(…, when = param)` can be left out.
///
/// # Panics
/// While compiling, if every call gives it, so that `when` says nothing.
#[track_caller]
pub const fn check_when(decl: &ToolDecl) {
    let Some(rule) = decl.permission else { return };
    let Some(when) = rule.when else { return };
    let mut at = 0;
    while at < decl.params.len() {
        if crate::table::same(decl.params[at].name, when) && decl.params[at].required {
            let message = Message::new()
                .text("tool `")
                .text(decl.name)
                .text("`: `when = ")
                .text(when)
                .text("` names a required parameter; drop `when`, or make it an `Option`");
            panic!("{}", message.as_str());
        }
        at += 1;
    }
}

/// Checks that a reply is an object, which is what `structuredContent` must be.
///
/// # Panics
/// While compiling, if it is not.
#[track_caller]
pub const fn check_reply(decl: &ToolDecl) {
    if let Some(schema) = decl.reply
        && !matches!(schema, Schema::Object(_))
    {
        let message = Message::new()
            .text("tool `")
            .text(decl.name)
            .text("`: a reply must be an object, this is ")
            .text(schema.kind())
            .text("; return a struct with `#[derive(Reply)]`, `Plain` for text, or ")
            .text("`Content` for blocks");
        panic!("{}", message.as_str());
    }
}

/// Checks the size and the depth of what `tools/list` shows for one tool.
///
/// # Panics
/// While compiling, if either is over its limit.
#[track_caller]
pub const fn check_list_object(decl: &ToolDecl) {
    let limit = LIST_OBJECT_BYTES_MAX + decl.exempt_bytes();
    let actual = decl.list_object.len();
    if actual > limit {
        let message = Message::new()
            .text("tool `")
            .text(decl.name)
            .text("`: its list object is ")
            .number(actual)
            .text(" bytes, limit is ")
            .number(limit)
            .text(" (")
            .number(actual - limit)
            .text(" over); shorten descriptions, move detail to the manual, or split the tool");
        panic!("{}", message.as_str());
    }
    let depth = Schema::Object(decl.params).depth();
    if depth > SCHEMA_DEPTH_MAX {
        let message = Message::new()
            .text("tool `")
            .text(decl.name)
            .text("`: its arguments nest ")
            .number(depth)
            .text(" levels, limit is ")
            .number(SCHEMA_DEPTH_MAX)
            .text("; flatten the innermost objects");
        panic!("{}", message.as_str());
    }
}

#[track_caller]
const fn misfit(schema: &Schema, param: &str, rule: &str, mend: &str) -> ! {
    let message = Message::new()
        .text("parameter `")
        .text(param)
        .text("`: ")
        .text(rule)
        .text(", its type is ")
        .text(schema.kind())
        .text("; ")
        .text(mend);
    panic!("{}", message.as_str());
}

/// Whether a text holds the one character that decoding refuses in every text.
const fn has_nul(text: &str) -> bool {
    let mut at = 0;
    while at < text.len() {
        if text.as_bytes()[at] == 0 {
            return true;
        }
        at += 1;
    }
    false
}

/// Unicode scalar values of a text.
const fn chars(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut count = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] & 0b1100_0000 != 0b1000_0000 {
            count += 1;
        }
        at += 1;
    }
    count
}
