//! The portable JSON schema as it stands in an exported surface, and the rules of its change.
//!
//! One rule decides everything: an argument may accept more and must not accept less; a reply may
//! promise more and must not promise less. A new member of a reply is the one thing that a reader
//! must skip.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::change::Changes;

/// One schema.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Shape {
    #[serde(rename = "type")]
    kind: ShapeKind,
    description: Option<String>,
    #[serde(rename = "enum")]
    choices: Option<Vec<String>>,
    format: Option<String>,
    default: Option<Value>,
    minimum: Option<f64>,
    maximum: Option<f64>,
    min_length: Option<u32>,
    max_length: Option<u32>,
    min_items: Option<u32>,
    max_items: Option<u32>,
    items: Option<Box<Shape>>,
    #[serde(default)]
    properties: BTreeMap<String, Shape>,
    #[serde(default)]
    required: Vec<String>,
    #[serde(rename = "additionalProperties")]
    _additional: Option<bool>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum ShapeKind {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
}

impl ShapeKind {
    const fn word(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// Which way values travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// From the client to the tool.
    Argument,
    /// From the tool to the client.
    Reply,
}

/// Compares two schemas of one tool.
pub(super) fn compare(old: &Shape, new: &Shape, side: Side, changes: &mut Changes<'_>) {
    Comparison { side, changes }.shapes("", old, new);
}

struct Comparison<'c, 'a> {
    side: Side,
    changes: &'c mut Changes<'a>,
}

impl Comparison<'_, '_> {
    fn shapes(&mut self, path: &str, old: &Shape, new: &Shape) {
        if old.description != new.description {
            self.changes.noted(format!("{} description changed", self.subject(path)));
        }
        if old.kind != new.kind {
            return self.kinds(path, old.kind, new.kind);
        }
        self.choices(path, old.choices.as_deref(), new.choices.as_deref());
        self.format(path, old.format.as_deref(), new.format.as_deref());
        self.low(path, "minimum", old.minimum, new.minimum);
        self.high(path, "maximum", old.maximum, new.maximum);
        self.low(path, "minLength", old.min_length, new.min_length);
        self.high(path, "maxLength", old.max_length, new.max_length);
        self.low(path, "minItems", old.min_items, new.min_items);
        self.high(path, "maxItems", old.max_items, new.max_items);
        if old.default != new.default {
            let text = format!(
                "{} default is {}, was {}",
                self.subject(path),
                shown(new.default.as_ref()),
                shown(old.default.as_ref())
            );
            self.changes.noted(text);
        }
        if let (Some(old), Some(new)) = (&old.items, &new.items) {
            self.shapes(&format!("{path}[]"), old, new);
        }
        self.members(path, old, new);
    }

    /// An integer is a number; every other change of type is a new value altogether.
    fn kinds(&mut self, path: &str, old: ShapeKind, new: ShapeKind) {
        let text = format!("{} type is {}, was {}", self.subject(path), new.word(), old.word());
        match (old, new, self.side) {
            (ShapeKind::Integer, ShapeKind::Number, Side::Argument)
            | (ShapeKind::Number, ShapeKind::Integer, Side::Reply) => self.changes.widened(text),
            _ => self.changes.narrowed(text),
        }
    }

    fn choices(&mut self, path: &str, old: Option<&[String]>, new: Option<&[String]>) {
        let subject = self.subject(path);
        match (old, new) {
            (Some(old), Some(new)) => {
                let gone: Vec<&String> = old.iter().filter(|word| !new.contains(word)).collect();
                let come: Vec<&String> = new.iter().filter(|word| !old.contains(word)).collect();
                if !gone.is_empty() {
                    self.fewer(format!("{subject} lost {}", words(&gone)));
                }
                if !come.is_empty() {
                    self.more(format!("{subject} gained {}", words(&come)));
                }
            }
            (Some(_), None) => self.more(format!("{subject} takes any text, was a closed set")),
            (None, Some(new)) => {
                let new: Vec<&String> = new.iter().collect();
                self.fewer(format!("{subject} takes only {}", words(&new)));
            }
            (None, None) => {}
        }
    }

    fn format(&mut self, path: &str, old: Option<&str>, new: Option<&str>) {
        let subject = self.subject(path);
        match (old, new) {
            (Some(old), None) => self.more(format!("{subject} takes any text, was {old}")),
            (None, Some(new)) => self.fewer(format!("{subject} must be {new}")),
            (Some(old), Some(new)) if old != new => {
                self.changes.narrowed(format!("{subject} must be {new}, was {old}"));
            }
            _ => {}
        }
    }

    fn low<N: PartialOrd + ToString>(
        &mut self,
        path: &str,
        bound: &str,
        old: Option<N>,
        new: Option<N>,
    ) {
        let is_tighter = match (&old, &new) {
            (Some(old), Some(new)) => new > old,
            (old, _) => old.is_none(),
        };
        self.bound(path, bound, old, new, is_tighter);
    }

    fn high<N: PartialOrd + ToString>(
        &mut self,
        path: &str,
        bound: &str,
        old: Option<N>,
        new: Option<N>,
    ) {
        let is_tighter = match (&old, &new) {
            (Some(old), Some(new)) => new < old,
            (old, _) => old.is_none(),
        };
        self.bound(path, bound, old, new, is_tighter);
    }

    fn bound<N: PartialEq + ToString>(
        &mut self,
        path: &str,
        bound: &str,
        old: Option<N>,
        new: Option<N>,
        is_tighter: bool,
    ) {
        if old == new {
            return;
        }
        let number =
            |bound: Option<N>| bound.map_or_else(|| "none".to_owned(), |bound| bound.to_string());
        let subject = self.subject(path);
        let text = format!("{subject} {bound} is {}, was {}", number(new), number(old));
        if is_tighter { self.fewer(text) } else { self.more(text) }
    }

    fn members(&mut self, path: &str, old: &Shape, new: &Shape) {
        let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
        for (name, before) in &old.properties {
            let path = format!("{prefix}{name}");
            match new.properties.get(name) {
                Some(now) => {
                    self.need(&path, old.required.contains(name), new.required.contains(name));
                    self.shapes(&path, before, now);
                }
                // A call that gives it is refused; a reader that wants it finds nothing.
                None => self.changes.narrowed(format!("{} is gone", self.subject(&path))),
            }
        }
        for name in new.properties.keys().filter(|name| !old.properties.contains_key(*name)) {
            let subject = self.subject(&format!("{prefix}{name}"));
            match (self.side, new.required.contains(name)) {
                (Side::Argument, true) => {
                    self.changes.narrowed(format!("{subject} is new and required"));
                }
                (Side::Argument, false) => {
                    self.changes.widened(format!("{subject} is new and optional"));
                }
                (Side::Reply, _) => self.changes.widened(format!("{subject} is new")),
            }
        }
    }

    fn need(&mut self, path: &str, old: bool, new: bool) {
        let subject = self.subject(path);
        match (old, new) {
            (false, true) => self.fewer(format!("{subject} is required, was optional")),
            (true, false) => self.more(format!("{subject} is optional, was required")),
            _ => {}
        }
    }

    /// Fewer values are possible: a stricter argument, a clearer reply.
    fn fewer(&mut self, text: String) {
        match self.side {
            Side::Argument => self.changes.narrowed(text),
            Side::Reply => self.changes.widened(text),
        }
    }

    /// More values are possible: a looser argument, a vaguer reply.
    fn more(&mut self, text: String) {
        match self.side {
            Side::Argument => self.changes.widened(text),
            Side::Reply => self.changes.narrowed(text),
        }
    }

    fn subject(&self, path: &str) -> String {
        match (self.side, path) {
            (Side::Argument, "") => "arguments".to_owned(),
            (Side::Argument, path) => format!("parameter `{path}`"),
            (Side::Reply, "") => "reply".to_owned(),
            (Side::Reply, path) => format!("reply field `{path}`"),
        }
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "none".to_owned(), Value::to_string)
}

fn words(words: &[&String]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
