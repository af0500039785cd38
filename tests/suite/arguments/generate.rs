//! Arguments that a declaration allows, at random.
//!
//! Must not: produce a value that the schema does not allow; lengths are bounded so that a value
//! stays small, which the schema may not.

use proptest::prelude::{BoxedStrategy, Just, Strategy, any};
use proptest::{collection, sample};
use serde_json::{Map, Value, json};
use tollgate::decl::{Bounds, Format, ParamDecl, Schema};

/// Most items or characters beyond the least.
const LEN_SPREAD: u32 = 4;
/// Characters that have been mangled somewhere before: escapes, separators, other planes.
const CHARS: &[char] = &[
    'a',
    'Z',
    ' ',
    '"',
    '\\',
    '/',
    '\n',
    '\u{1}',
    '\u{7f}',
    '\u{e9}',
    '\u{2028}',
    '\u{65e5}',
    '\u{1f980}',
];

/// An object with all required members and some of the others.
pub(crate) fn arguments(params: &'static [ParamDecl]) -> BoxedStrategy<Value> {
    params
        .iter()
        .fold(Just(Map::new()).boxed(), |members, param| {
            let given = if param.required { Just(true).boxed() } else { any::<bool>().boxed() };
            (members, given, value(&param.schema))
                .prop_map(|(mut members, is_given, value)| {
                    if is_given {
                        members.insert(param.name.to_owned(), value);
                    }
                    members
                })
                .boxed()
        })
        .prop_map(Value::Object)
        .boxed()
}

fn value(schema: &'static Schema) -> BoxedStrategy<Value> {
    match schema {
        Schema::Text { len, format } => text(*len, *format),
        Schema::Integer { min, max } => (*min..=*max).prop_map(Value::from).boxed(),
        Schema::Number { min, max } => {
            let (min, max) = (min.unwrap_or(-1e9), max.unwrap_or(1e9));
            (min..=max).prop_map(Value::from).boxed()
        }
        Schema::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        Schema::Choice(choices) => {
            sample::select(*choices).prop_map(|choice| Value::from(choice.name)).boxed()
        }
        Schema::List { items, len } => {
            collection::vec(value(items), lengths(*len)).prop_map(Value::from).boxed()
        }
        Schema::Object(fields) => arguments(fields),
    }
}

fn text(len: Bounds, format: Option<Format>) -> BoxedStrategy<Value> {
    let examples = match format {
        Some(Format::Date) => json!(["2026-01-31", "2024-02-29"]),
        Some(Format::DateTime) => json!(["2026-01-31T08:00:00Z", "1999-12-31T23:59:59.5+09:00"]),
        Some(Format::Email) => json!(["ada@example.org", "a.b+c@d-e.example"]),
        Some(Format::Url) => json!(["https://example.com/a?b#c", "http://127.0.0.1:9030"]),
        Some(Format::Uuid) => json!(["67e55044-10b1-426f-9247-bb680e5fe0c8"]),
        None => {
            let chars = collection::vec(sample::select(CHARS), lengths(len));
            return chars.prop_map(|chars| Value::from(String::from_iter(chars))).boxed();
        }
    };
    sample::select(examples.as_array().expect("examples").clone()).boxed()
}

fn lengths(len: Bounds) -> std::ops::RangeInclusive<usize> {
    len.min as usize..=len.max.min(len.min + LEN_SPREAD) as usize
}
