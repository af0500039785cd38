//! An example call of a tool, made from its declaration.

use tollgate_decl::{Bounds, Format, ParamDecl, Schema, ToolDecl};

/// The parameters of a `tools/call` that the declaration takes, as JSON: every required
/// parameter, and no other.
#[must_use]
pub fn example(decl: &ToolDecl) -> String {
    format!("{{\"name\":{},\"arguments\":{}}}", quoted(decl.name), object(decl.params))
}

fn object(params: &[ParamDecl]) -> String {
    let members: Vec<String> = params
        .iter()
        .filter(|param| param.required)
        .map(|param| format!("{}:{}", quoted(param.name), value(&param.schema, param.name)))
        .collect();
    format!("{{{}}}", members.join(","))
}

fn value(schema: &Schema, name: &str) -> String {
    match schema {
        Schema::Text { format: Some(format), .. } => quoted(match format {
            Format::Date => "2026-01-31",
            Format::DateTime => "2026-01-31T08:00:00Z",
            Format::Email => "ada@example.org",
            Format::Url => "https://example.org/",
            Format::Uuid => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        }),
        Schema::Text { len, format: None } => quoted(&text(name, *len)),
        Schema::Integer { min, max } => 1.clamp(*min, *max).to_string(),
        Schema::Number { min, max } => {
            let least = min.unwrap_or(f64::MIN);
            0.5_f64.max(least).min(max.unwrap_or(f64::MAX)).to_string()
        }
        Schema::Boolean => "true".to_owned(),
        Schema::Choice(choices) => quoted(choices.first().map_or("", |choice| choice.name)),
        Schema::List { items, len } => {
            let count = len.min.max(1).min(len.max);
            let items: Vec<String> = (0..count).map(|_| value(items, name)).collect();
            format!("[{}]", items.join(","))
        }
        Schema::Object(fields) => object(fields),
    }
}

/// The name in angle brackets, cut or filled up to what the bounds allow.
fn text(name: &str, len: Bounds) -> String {
    let wanted = format!("<{name}>");
    let filler = std::iter::repeat('.');
    let at_least = usize::try_from(len.min).unwrap_or(usize::MAX).max(wanted.chars().count());
    let count = at_least.min(usize::try_from(len.max).unwrap_or(usize::MAX));
    wanted.chars().chain(filler).take(count).collect()
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    #[test]
    fn required_parameters_are_given_and_others_are_not() {
        assert_eq!(
            example(&fixture::PUT),
            "{\"name\":\"alpha_put\",\"arguments\":\
             {\"workspace_id\":\"<workspace_id>\",\"title\":\"<title>\"}}"
        );
        assert_eq!(example(&fixture::WIPE), "{\"name\":\"beta_wipe\",\"arguments\":{}}");
    }

    #[test]
    fn values_keep_within_their_bounds() {
        let text = |min, max| Schema::Text { len: Bounds { min, max }, format: None };
        for (schema, json) in [
            (text(10, 12), "\"<name>....\""),
            (text(0, 3), "\"<na\""),
            (Schema::Integer { min: 5, max: 9 }, "5"),
            (Schema::Integer { min: -9, max: -5 }, "-5"),
            (Schema::Number { min: Some(1.5), max: None }, "1.5"),
            (Schema::Number { min: None, max: Some(-1.0) }, "-1"),
            (
                Schema::List { items: &Schema::Boolean, len: Bounds { min: 2, max: 4 } },
                "[true,true]",
            ),
            (
                Schema::Text { len: Bounds::NONE, format: Some(Format::Url) },
                "\"https://example.org/\"",
            ),
        ] {
            assert_eq!(value(&schema, "name"), json);
        }
    }
}
