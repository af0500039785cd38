//! What every client and model provider takes: a check of list objects as text.
//!
//! Written from what clients were seen to refuse, over the JSON that goes over the wire, and on
//! purpose without a line of the vocabulary that rendered it.

use serde_json::{Map, Value, json};

const TYPES: &[&str] = &["array", "boolean", "integer", "number", "object", "string"];
const TOOL_KEYS: &[&str] = &["annotations", "description", "inputSchema", "name"];
const HINTS: &[&str] = &["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"];
/// Each keyword, and the types beside which it may stand; an empty list means any.
const KEYWORDS: &[(&str, &[&str])] = &[
    ("additionalProperties", &["object"]),
    ("default", &["boolean", "integer", "number", "string"]),
    ("description", &[]),
    ("enum", &["string"]),
    ("format", &["string"]),
    ("items", &["array"]),
    ("maxItems", &["array"]),
    ("maxLength", &["string"]),
    ("maximum", &["integer", "number"]),
    ("minItems", &["array"]),
    ("minLength", &["string"]),
    ("minimum", &["integer", "number"]),
    ("properties", &["object"]),
    ("required", &["object"]),
    ("type", &[]),
];
const BOUNDS: &[(&str, &str)] =
    &[("minItems", "maxItems"), ("minLength", "maxLength"), ("minimum", "maximum")];
/// The only format that no client warns about.
const FORMAT: &str = "date-time";
const TOOL_NAME_BYTES_MAX: usize = 48;
const PARAM_NAME_BYTES_MAX: usize = 64;
/// Levels of one schema; its root is the first.
const LEVELS_MAX: usize = 5;

/// Everything in one list object that some client would refuse, with the path of each.
pub(crate) fn faults(list_object: &Value) -> Vec<String> {
    let mut lint = Lint { faults: Vec::new() };
    lint.nulls("$", list_object);
    match list_object.as_object() {
        Some(tool) => lint.tool(tool),
        None => lint.say("$", "not an object"),
    }
    lint.faults
}

/// Every description below a list object that is longer than the limit, as `path bytes`.
pub(crate) fn long_descriptions(list_object: &Value, bytes_max: usize) -> Vec<String> {
    let mut long = Vec::new();
    collect_descriptions("", list_object, &mut |path, text| {
        if text.len() > bytes_max {
            long.push(format!("{path} {}", text.len()));
        }
    });
    long
}

/// Descriptions stand beside a tool's name or in a schema; `properties` may hold any name.
fn collect_descriptions(path: &str, value: &Value, see: &mut impl FnMut(&str, &str)) {
    let Some(object) = value.as_object() else { return };
    if let Some(text) = object.get("description").and_then(Value::as_str) {
        see(path.trim_start_matches('.'), text);
    }
    for key in ["inputSchema", "items"] {
        if let Some(inner) = object.get(key) {
            collect_descriptions(path, inner, see);
        }
    }
    if let Some(properties) = object.get("properties").and_then(Value::as_object) {
        for (name, inner) in properties {
            collect_descriptions(&format!("{path}.{name}"), inner, see);
        }
    }
}

struct Lint {
    faults: Vec<String>,
}

impl Lint {
    fn say(&mut self, path: &str, what: impl std::fmt::Display) {
        self.faults.push(format!("{path}: {what}"));
    }

    fn nulls(&mut self, path: &str, value: &Value) {
        match value {
            Value::Null => self.say(path, "null"),
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(at, item)| {
                    self.nulls(&format!("{path}[{at}]"), item);
                });
            }
            Value::Object(members) => {
                members.iter().for_each(|(key, item)| self.nulls(&format!("{path}.{key}"), item));
            }
            Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    fn tool(&mut self, tool: &Map<String, Value>) {
        for key in tool.keys().filter(|key| !TOOL_KEYS.contains(&key.as_str())) {
            self.say("$", format!("unknown member `{key}`"));
        }
        let name = tool.get("name").and_then(Value::as_str).unwrap_or_default();
        self.name("$.name", name, TOOL_NAME_BYTES_MAX);
        self.description("$", tool);
        for (hint, value) in
            tool.get("annotations").and_then(Value::as_object).into_iter().flatten()
        {
            if !HINTS.contains(&hint.as_str()) || !value.is_boolean() {
                self.say("$.annotations", format!("`{hint}` is no boolean hint"));
            }
        }
        match tool.get("inputSchema").and_then(Value::as_object) {
            Some(root) if root.get("type") == Some(&json!("object")) => {
                self.schema("$.inputSchema", root, 1);
            }
            _ => self.say("$.inputSchema", "the root is no object schema"),
        }
    }

    /// Lower case, digits and underscores, starting with a letter.
    fn name(&mut self, path: &str, name: &str, bytes_max: usize) {
        let mut bytes = name.bytes();
        let is_word = bytes.next().is_some_and(|first| first.is_ascii_lowercase())
            && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        if !is_word || name.len() > bytes_max {
            self.say(path, format!("`{name}` is no name that every client takes"));
        }
    }

    fn description(&mut self, path: &str, holder: &Map<String, Value>) {
        let text = holder.get("description").and_then(Value::as_str).unwrap_or_default();
        if text.trim().is_empty() {
            self.say(path, "no description");
        }
    }

    fn schema(&mut self, path: &str, schema: &Map<String, Value>, level: usize) {
        if level > LEVELS_MAX {
            return self.say(path, format!("more than {LEVELS_MAX} levels"));
        }
        let Some(kind) = schema.get("type").and_then(Value::as_str) else {
            return self.say(path, "`type` is not one word");
        };
        if !TYPES.contains(&kind) {
            self.say(path, format!("unknown type `{kind}`"));
        }
        for key in schema.keys() {
            let known = KEYWORDS.iter().find(|(keyword, _)| keyword == key);
            let fits = known.is_some_and(|(_, at)| at.is_empty() || at.contains(&kind));
            if !fits {
                self.say(path, format!("keyword `{key}` beside type {kind}"));
            }
        }
        self.values(path, schema, kind);
        self.bounds(path, schema);
        if kind == "object" {
            self.object(path, schema, level);
        }
        if kind == "array" {
            match schema.get("items").and_then(Value::as_object) {
                Some(items) => self.schema(&format!("{path}[]"), items, level + 1),
                None => self.say(path, "an array without `items`"),
            }
        }
    }

    fn values(&mut self, path: &str, schema: &Map<String, Value>, kind: &str) {
        if let Some(words) = schema.get("enum") {
            let words = words.as_array().map(Vec::as_slice).unwrap_or_default();
            let is_set = words.iter().enumerate().all(|(at, word)| !words[..at].contains(word));
            if words.is_empty() || !words.iter().all(Value::is_string) || !is_set {
                self.say(path, "`enum` is no set of words");
            }
        }
        if schema.get("format").is_some_and(|format| format != FORMAT) {
            self.say(path, format!("a format other than {FORMAT}"));
        }
        let fits = schema.get("default").is_none_or(|default| match kind {
            "boolean" => default.is_boolean(),
            "integer" => default.is_i64(),
            "number" => default.is_number(),
            _ => default.is_string(),
        });
        let is_choice = match (schema.get("enum").and_then(Value::as_array), schema.get("default"))
        {
            (Some(words), Some(default)) => words.contains(default),
            _ => true,
        };
        if !fits || !is_choice {
            self.say(path, "`default` is not a value of the schema");
        }
    }

    fn bounds(&mut self, path: &str, schema: &Map<String, Value>) {
        for (low, high) in BOUNDS {
            let [low_value, high_value] = [low, high].map(|key| schema.get(*key));
            let is_number = |value: Option<&Value>| value.is_none_or(Value::is_number);
            let is_range = match (low_value, high_value) {
                (Some(low), Some(high)) => low.as_f64() <= high.as_f64(),
                _ => true,
            };
            if !is_number(low_value) || !is_number(high_value) || !is_range {
                self.say(path, format!("`{low}` and `{high}` are no range"));
            }
        }
    }

    fn object(&mut self, path: &str, schema: &Map<String, Value>, level: usize) {
        if schema.get("additionalProperties") != Some(&json!(false)) {
            self.say(path, "`additionalProperties` is not false");
        }
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return self.say(path, "no `properties`");
        };
        if let Some(required) = schema.get("required") {
            let names = required.as_array().map(Vec::as_slice).unwrap_or_default();
            let known = |name: &Value| name.as_str().is_some_and(|it| properties.contains_key(it));
            let is_set = names.iter().enumerate().all(|(at, name)| !names[..at].contains(name));
            if names.is_empty() || !names.iter().all(known) || !is_set {
                self.say(path, "`required` is no set of its properties");
            }
        }
        for (name, property) in properties {
            let path = format!("{path}.{name}");
            self.name(&path, name, PARAM_NAME_BYTES_MAX);
            match property.as_object() {
                Some(property) => {
                    self.description(&path, property);
                    self.schema(&path, property, level + 1);
                }
                None => self.say(&path, "a schema that is no object"),
            }
        }
    }
}

/// A list object with one property of this schema.
fn with_property(schema: &Value) -> Value {
    let properties = json!({"a": schema});
    with_root(&json!({"type": "object", "properties": properties, "additionalProperties": false}))
}

fn with_root(schema: &Value) -> Value {
    json!({"name": "one", "description": "One.", "inputSchema": schema})
}

/// A schema of this many levels, counted with the root that `with_property` puts around it.
fn nested(levels: usize) -> Value {
    let leaf = json!({"type": "string", "description": "D."});
    (2..levels).fold(leaf, |items, _| json!({"type": "array", "description": "D.", "items": items}))
}

#[track_caller]
fn refuses(list_object: &Value, words: &str) {
    let faults = faults(list_object);
    assert_eq!(faults.len(), 1, "one fault in {list_object}, not {faults:?}");
    assert!(faults[0].contains(words), "{words:?} in {faults:?}");
}

#[test]
fn takes_the_portable_shapes() {
    let every = json!({"type": "object", "description": "D.", "required": ["b"], "properties": {
        "b": {"type": "string", "description": "D.", "minLength": 1, "maxLength": 9},
        "c": {"type": "string", "description": "D.", "enum": ["x", "y"], "default": "x"},
        "d": {"type": "integer", "description": "D.", "minimum": 0, "maximum": 9, "default": 3},
        "e": {"type": "array", "description": "D.", "items": {"type": "number"}, "maxItems": 4},
        "f": {"type": "string", "description": "D.", "format": "date-time"},
    }, "additionalProperties": false});
    assert_eq!(faults(&with_property(&every)), Vec::<String>::new());
    assert_eq!(faults(&with_property(&nested(LEVELS_MAX))), Vec::<String>::new());
}

#[test]
fn refuses_what_a_client_refuses_in_a_tool() {
    let root = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let tool = |name: &str| json!({"name": name, "description": "D.", "inputSchema": root});
    for name in ["", "Upper", "a-b", "a.b", "a/b", "1a", "_a", &"a".repeat(49)] {
        refuses(&tool(name), "no name that every client takes");
    }
    refuses(&json!({"name": "a", "inputSchema": root}), "no description");
    refuses(&with_root(&json!({"properties": {}})), "no object schema");
    refuses(&with_root(&json!(true)), "no object schema");
    refuses(&with_root(&json!({"type": ["object"], "properties": {}})), "no object schema");
    let mut titled = tool("a");
    titled["title"] = json!("A");
    refuses(&titled, "unknown member `title`");
    let mut hinted = tool("a");
    hinted["annotations"] = json!({"readOnlyHint": "yes"});
    refuses(&hinted, "no boolean hint");
}

#[test]
fn refuses_what_a_client_refuses_in_a_schema() {
    let text = |more: Value| {
        let mut schema = json!({"type": "string", "description": "D."});
        schema.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        with_property(&schema)
    };
    for keyword in
        ["$ref", "$schema", "$defs", "oneOf", "anyOf", "allOf", "not", "const", "pattern"]
    {
        refuses(&text(json!({keyword: "x"})), keyword);
    }
    refuses(&text(json!({"enum": []})), "no set of words");
    refuses(&text(json!({"enum": ["a", 1]})), "no set of words");
    refuses(&text(json!({"enum": ["a"], "default": "b"})), "`default`");
    refuses(&text(json!({"format": "uri"})), "a format other");
    refuses(&text(json!({"minLength": 2, "maxLength": 1})), "no range");
    refuses(&text(json!({"maxItems": 1})), "`maxItems` beside type string");
    refuses(&with_property(&json!(true)), "a schema that is no object");
    refuses(&with_property(&json!({"description": "D."})), "not one word");
    refuses(&with_property(&json!({"type": ["string", "null"], "description": "D."})), "one word");
    refuses(&with_property(&json!({"type": "null", "description": "D."})), "unknown type");
    refuses(&with_property(&json!({"type": "array", "description": "D."})), "without `items`");
    refuses(&with_property(&nested(LEVELS_MAX + 1)), "more than 5 levels");
    refuses(&with_root(&json!({"type": "object", "properties": {}})), "`additionalProperties`");
    let open = json!({"type": "object", "properties": {}, "required": ["a"],
        "additionalProperties": false});
    refuses(&with_root(&open), "`required`");
}

#[test]
fn refuses_null_at_every_depth() {
    let mut tool = with_property(&json!({"type": "string", "description": "D."}));
    tool["annotations"] = json!({"readOnlyHint": true, "title": null});
    assert!(faults(&tool).contains(&"$.annotations.title: null".to_owned()));
}

#[test]
fn measures_every_description() {
    let inner = json!({"type": "object", "description": "four", "properties": {
        "description": {"type": "string", "description": "seven b"}}});
    let long = long_descriptions(&with_property(&inner), 3);
    assert_eq!(long, [" 4", "a 4", "a.description 7"]);
}
