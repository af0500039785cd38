//! Declarations in words: types, bounds, what is proven, what a tool may and must.
//!
//! Lives here: the one wording that the command line and the manual share.

use std::fmt::Display;

use tollgate_decl::{Bounds, INTEGER_MAX, ParamDecl, Role, Schema, ToolDecl, WorkspaceRule};

/// One parameter or field, with the path from the root of its object.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// `todos[].status`: members by dots, items of lists by brackets.
    pub(crate) path: String,
    /// The type and its bounds.
    pub(crate) kind: String,
    /// Whether it must be given or is always there, and what holds if it is not.
    pub(crate) need: String,
    /// The description.
    pub(crate) description: &'static str,
    /// The long form: its own manual, and the meaning of each word of a closed set.
    pub(crate) manual: String,
    /// What the server proves about the value.
    pub(crate) check: Option<String>,
}

/// Whose members are described: a call must give some, a reply always has some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Those of the arguments.
    Arguments,
    /// Those of a reply.
    Reply,
}

/// Every member with the fields nested in it, in the order of the declaration.
pub(crate) fn rows(params: &[ParamDecl], side: Side) -> Vec<Row> {
    let mut rows = Vec::new();
    collect("", params, side, &mut rows);
    rows
}

fn collect(prefix: &str, params: &[ParamDecl], side: Side, rows: &mut Vec<Row>) {
    for param in params {
        let path = format!("{prefix}{}", param.name);
        rows.push(Row {
            path: path.clone(),
            kind: kind(&param.schema),
            need: need(param, side),
            description: param.description.plain,
            manual: manual(param),
            check: check(param),
        });
        let (nested, brackets) = innermost(&param.schema);
        if let Schema::Object(fields) = nested {
            collect(&format!("{path}{brackets}."), fields, side, rows);
        }
    }
}

fn innermost(schema: &Schema) -> (&Schema, String) {
    let (mut schema, mut brackets) = (schema, String::new());
    while let Schema::List { items, .. } = schema {
        schema = items;
        brackets.push_str("[]");
    }
    (schema, brackets)
}

/// A type with its bounds.
pub(crate) fn kind(schema: &Schema) -> String {
    match schema {
        Schema::Text { len, format } => {
            let text = with_bounds("text", *len, "character");
            match format {
                Some(format) => format!("{text}, {}", format.expected()),
                None => text,
            }
        }
        Schema::Integer { min, max } => {
            let min = (*min != -INTEGER_MAX).then_some(min);
            range("integer", min, (*max != INTEGER_MAX).then_some(max))
        }
        Schema::Number { min, max } => range("number", min.as_ref(), max.as_ref()),
        Schema::Boolean => "true or false".to_owned(),
        Schema::Choice(choices) => {
            let words: Vec<String> =
                choices.iter().map(|choice| format!("`{}`", choice.name)).collect();
            format!("one of {}", words.join(", "))
        }
        Schema::List { items, len } => {
            with_bounds(&format!("list of {}", plural(items)), *len, "item")
        }
        Schema::Object(_) => "object".to_owned(),
    }
}

fn plural(items: &Schema) -> String {
    match items {
        Schema::Object(_) => "objects".to_owned(),
        other => kind(other),
    }
}

fn range<T: Display>(name: &str, min: Option<T>, max: Option<T>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("{name}, {min} to {max}"),
        (Some(min), None) => format!("{name}, at least {min}"),
        (None, Some(max)) => format!("{name}, at most {max}"),
        (None, None) => name.to_owned(),
    }
}

fn with_bounds(name: &str, len: Bounds, unit: &str) -> String {
    let bound = if len.max == 1 { len.max } else { len.max.max(2) };
    let units = if bound == 1 { unit.to_owned() } else { format!("{unit}s") };
    match (len.min, len.max) {
        (0, u32::MAX) => name.to_owned(),
        (1, u32::MAX) => format!("{name}, at least 1 {unit}"),
        (min, u32::MAX) => format!("{name}, at least {min} {units}"),
        (0, max) => format!("{name}, at most {max} {units}"),
        (min, max) if min == max => format!("{name}, exactly {max} {units}"),
        (min, max) => format!("{name}, {min} to {max} {units}"),
    }
}

fn need(param: &ParamDecl, side: Side) -> String {
    match (side, param.required, param.default) {
        (Side::Arguments, true, _) => "required".to_owned(),
        (Side::Arguments, false, Some(default)) => format!("optional, default `{default}`"),
        (Side::Arguments, false, None) => "optional".to_owned(),
        (Side::Reply, true, _) => "always".to_owned(),
        (Side::Reply, false, _) => "may be absent".to_owned(),
    }
}

fn manual(param: &ParamDecl) -> String {
    let mut parts = Vec::new();
    if !param.manual.is_empty() {
        parts.push(param.manual.to_owned());
    }
    if let (Schema::Choice(choices), _) = innermost(&param.schema) {
        let meanings: Vec<String> = choices
            .iter()
            .filter(|choice| !choice.manual.is_empty())
            .map(|choice| format!("- `{}`: {}", choice.name, choice.manual))
            .collect();
        if !meanings.is_empty() {
            parts.push(meanings.join("\n"));
        }
    }
    parts.join("\n\n")
}

/// What is checked beyond what the JSON schema says, in the words of the exported surface.
pub(crate) fn check(param: &ParamDecl) -> Option<String> {
    match param.role {
        Role::Workspace => Some("workspace".to_owned()),
        Role::Record { kind, relation } => Some(format!("{} {kind}", relation.wire())),
        Role::Plain => match innermost(&param.schema).0 {
            Schema::Text { format: Some(format), .. } if format.portable().is_none() => {
                Some(format.word().to_owned())
            }
            _ => None,
        },
    }
}

/// Everything a declaration demands and allows, as pairs of a word and its value.
pub(crate) fn facts(decl: &ToolDecl) -> Vec<(&'static str, String)> {
    let mut facts = vec![("does", decl.does.wire().to_owned())];
    let mut add = |word, value: Option<String>| facts.extend(value.map(|value| (word, value)));
    add("scope", Some(decl.scope.wire().to_owned()));
    add("audience", Some(decl.audience.wire().to_owned()));
    add("gate", decl.gate.map(|gate| gate.wire().to_owned()));
    add(
        "permission",
        decl.permission.map(|rule| match rule.when {
            Some(when) => format!("{}, if `{when}` is given", rule.permission.wire()),
            None => rule.permission.wire().to_owned(),
        }),
    );
    let modes: Vec<&str> = decl.modes.iter().map(|mode| mode.wire()).collect();
    add("modes", Some(modes.join(", ")));
    let effects: Vec<&str> = decl.effects.iter().map(|effect| effect.wire()).collect();
    add("effects", (!effects.is_empty()).then(|| effects.join(", ")));
    add("approval", decl.approval.map(|approval| approval.wire().to_owned()));
    add("feature", decl.feature.map(|feature| feature.wire().to_owned()));
    add(
        "workspace",
        match decl.workspace() {
            WorkspaceRule::Global => None,
            WorkspaceRule::Optional => Some("optional".to_owned()),
            WorkspaceRule::Required => Some("required".to_owned()),
        },
    );
    let limits = decl.limits;
    add(
        "limits",
        Some(format!(
            "{} ms, {} characters of reply, {} calls at a time",
            limits.timeout_ms, limits.reply_chars, limits.concurrency
        )),
    );
    add(
        "deprecated",
        decl.deprecated.map(|deprecation| {
            format!("use `{}`; goes in {}", deprecation.use_instead, deprecation.until)
        }),
    );
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use tollgate_decl::Format;

    #[test]
    fn types_are_named_with_their_bounds() {
        let text = |min, max| Schema::Text { len: Bounds { min, max }, format: None };
        for (schema, words) in [
            (Schema::TEXT, "text"),
            (text(1, u32::MAX), "text, at least 1 character"),
            (text(2, u32::MAX), "text, at least 2 characters"),
            (text(0, 200), "text, at most 200 characters"),
            (text(0, 1), "text, at most 1 character"),
            (text(8, 8), "text, exactly 8 characters"),
            (text(1, 200), "text, 1 to 200 characters"),
            (
                Schema::Text { len: Bounds::NONE, format: Some(Format::Url) },
                "text, an absolute http or https URL",
            ),
            (Schema::INTEGER, "integer"),
            (Schema::Integer { min: 1, max: INTEGER_MAX }, "integer, at least 1"),
            (Schema::Integer { min: -INTEGER_MAX, max: 9 }, "integer, at most 9"),
            (Schema::Integer { min: 0, max: 255 }, "integer, 0 to 255"),
            (Schema::Number { min: Some(0.0), max: Some(0.5) }, "number, 0 to 0.5"),
            (Schema::Boolean, "true or false"),
            (
                Schema::List { items: &Schema::TEXT, len: Bounds { min: 1, max: 5 } },
                "list of text, 1 to 5 items",
            ),
            (Schema::List { items: &Schema::Object(&[]), len: Bounds::NONE }, "list of objects"),
        ] {
            assert_eq!(kind(&schema), words);
        }
    }

    #[test]
    fn nested_fields_have_paths() {
        use crate::report::fixture;
        let paths: Vec<String> =
            rows(fixture::PUT.params, Side::Arguments).into_iter().map(|row| row.path).collect();
        assert_eq!(paths, ["workspace_id", "title", "items", "items[].text", "items[].level"]);
    }
}
