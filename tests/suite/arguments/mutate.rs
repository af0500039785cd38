//! Every way to make right arguments wrong in exactly one place.

use serde_json::{Map, Value, json};
use tollgate::decl::{Bounds, ParamDecl, Schema};

/// Longest text or list that is made only to be too long.
const LEN_MAX: u32 = 300_000;

/// Arguments with one fault, where it is and what it is.
#[derive(Clone, Debug)]
pub(crate) struct Mutation {
    pub(crate) path: String,
    pub(crate) problem: Problem,
    pub(crate) value: Value,
}

/// What a fault is called.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Problem {
    Missing,
    Unknown,
    Mismatch,
}

impl Problem {
    /// Whether these are the words for it.
    pub(crate) fn is_said_by(self, text: &str) -> bool {
        match self {
            Self::Missing => text.contains("(missing, expected "),
            Self::Unknown => text.starts_with("Unknown argument: "),
            Self::Mismatch => text.contains("(expected ") && text.contains(", got "),
        }
    }
}

/// Every single fault that can be put into a value of this schema; the value's own comes last.
pub(crate) fn mutations(schema: &Schema, value: &Value, path: &str) -> Vec<Mutation> {
    let mut found = Vec::new();
    match (schema, value) {
        (Schema::Object(fields), Value::Object(members)) => {
            members_wrong(fields, members, path, &mut found);
        }
        (Schema::List { items, .. }, Value::Array(values)) => {
            for (at, value) in values.iter().enumerate() {
                let wrong = mutations(items, value, &format!("{path}[{at}]"));
                found.extend(wrong.into_iter().map(|mutation| {
                    let mut values = values.clone();
                    values[at] = mutation.value;
                    Mutation { value: Value::from(values), ..mutation }
                }));
            }
        }
        _ => {}
    }
    let mismatch = |value| Mutation { path: path.to_owned(), problem: Problem::Mismatch, value };
    found.extend(misfits(schema, value).into_iter().map(mismatch));
    found
}

fn members_wrong(
    fields: &[ParamDecl],
    members: &Map<String, Value>,
    path: &str,
    found: &mut Vec<Mutation>,
) {
    let below =
        |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    for field in fields {
        let with = |value: Value| {
            let mut members = members.clone();
            members.insert(field.name.to_owned(), value);
            Value::Object(members)
        };
        if let Some(value) = members.get(field.name) {
            let wrong = mutations(&field.schema, value, &below(field.name));
            found.extend(wrong.into_iter().map(|mutation| Mutation {
                path: mutation.path,
                problem: mutation.problem,
                value: with(mutation.value),
            }));
        }
        if field.required {
            let mut members = members.clone();
            members.remove(field.name);
            let value = Value::Object(members);
            found.push(Mutation { path: below(field.name), problem: Problem::Missing, value });
        }
    }
    for name in ["no_such_name", "", "\u{65e5}\u{672c}"] {
        let mut members = members.clone();
        members.insert(name.to_owned(), json!(1));
        let value = Value::Object(members);
        found.push(Mutation { path: below(name), problem: Problem::Unknown, value });
    }
}

/// Values that the schema refuses as a whole: of another type, or just outside of its bounds.
fn misfits(schema: &Schema, value: &Value) -> Vec<Value> {
    let mut wrong = match schema {
        Schema::Text { len, format } => {
            let mut wrong = vec![json!(12), json!(true), json!([]), json!("a\0b")];
            wrong.extend(format.map(|_| json!("neither of these")));
            wrong.extend(lengths_outside(*len).map(|len| json!("\u{65e5}".repeat(len))));
            wrong
        }
        Schema::Integer { min, max } => {
            vec![json!(min - 1), json!(max + 1), json!(0.5), json!(true), json!("+1"), json!("1.0")]
        }
        Schema::Number { min, max } => {
            let outside = [min.map(|min| min - 1.0), max.map(|max| max + 1.0)];
            let outside = outside.into_iter().flatten().map(Value::from);
            outside.chain([json!("1"), json!(true), json!({})]).collect()
        }
        Schema::Boolean => vec![json!(0), json!("yes"), json!("TRUE"), json!([true])],
        Schema::Choice(choices) => {
            let near = format!("{} ", choices[0].name);
            let upper = choices[0].name.to_uppercase();
            let upper = if upper == choices[0].name { &near } else { &upper };
            vec![json!("no_such_word"), json!(upper), json!(near), json!(""), json!(0)]
        }
        Schema::List { len, .. } => {
            let first = value.get(0).cloned();
            let repeated = |len| first.clone().map(|item| Value::from(vec![item; len]));
            let outside = lengths_outside(*len).filter_map(repeated);
            outside.chain([json!("a,b"), json!({"0": 1}), json!(1)]).collect()
        }
        Schema::Object(_) => vec![json!([]), json!("{}"), json!(1)],
    };
    wrong.push(Value::Null);
    wrong
}

fn lengths_outside(len: Bounds) -> impl Iterator<Item = usize> {
    let below = (len.min > 0).then(|| len.min - 1);
    let above = (len.max < LEN_MAX).then(|| len.max + 1);
    below.into_iter().chain(above).map(|len| len as usize)
}

/// The same arguments with every integer and boolean spelled as text.
pub(crate) fn as_text(schema: &Schema, value: &Value) -> Value {
    match (schema, value) {
        (Schema::Integer { .. } | Schema::Boolean, value) => json!(value.to_string()),
        (Schema::List { items, .. }, Value::Array(values)) => {
            values.iter().map(|value| as_text(items, value)).collect()
        }
        (Schema::Object(fields), Value::Object(members)) => {
            let spelled = members.iter().map(|(name, value)| {
                let field = fields.iter().find(|field| field.name == name);
                let schema = &field.expect("only declared members are generated").schema;
                (name.clone(), as_text(schema, value))
            });
            Value::Object(spelled.collect())
        }
        _ => value.clone(),
    }
}
