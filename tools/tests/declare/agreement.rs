//! The JSON that is published says what the declaration says, which is what decoding goes by.

use serde_json::{Map, Value, json};
use tollgate::bind::Tool;
use tollgate::decl::{Bounds, ParamDecl, Schema};
use tollgate::prelude::*;

/// A word.
#[derive(Debug, Clone, Copy, Argument, Reply)]
pub enum Word {
    /// One.
    One,
    /// Two.
    Two,
}

/// A part.
#[derive(Debug, Argument)]
pub struct Part {
    /// Small.
    pub small: u8,
    /// Words.
    pub words: Option<Vec<Word>>,
}

/// A reply of every type.
#[derive(Debug, Reply)]
pub struct Given {
    /// Without a description in the second field.
    pub a: u8,
    b: u16,
    c: u32,
    d: u64,
    e: usize,
    f: i32,
    g: i64,
    h: f64,
    i: bool,
    j: Option<&'static str>,
    k: Vec<Word>,
    l: Vec<Vec<String>>,
    m: Option<Inner>,
}

/// Inside a reply.
#[derive(Debug, Reply)]
pub struct Inner {
    word: Option<Word>,
}

/// Take every type.
#[tool(does = read, scope = Admin)]
pub async fn take(
    _call: &Call,
    /// A.
    a: u8,
    /// B.
    b: Option<u16>,
    /// C.
    #[param(range = 7..=4_294_967_295)]
    c: u32,
    /// D.
    d: Vec<u64>,
    /// E.
    e: Option<Vec<i32>>,
    /// F.
    #[param(range = -9_007_199_254_740_991..=5)]
    f: i64,
    /// G.
    #[param(range = -0.0..=1e-7, default = 0.0)]
    g: f64,
    /// H.
    #[param(len = 2..)]
    h: Vec<Part>,
    /// I.
    #[param(len = ..=9, default = "\"\\\u{2028}")]
    i: String,
    /// J.
    j: Part,
    /// K.
    k: Option<Word>,
    /// L.
    l: bool,
) -> Result<Given, Failure> {
    let m = Some(Inner { word: k });
    let l = vec![vec![format!("{b:?} {f} {h:?} {i} {j:?} {l}")]];
    let e = e.map_or(0, |e| e.len());
    let (i, j, k) = (true, None, Vec::new());
    Ok(Given { a, b: 0, c, d: d.len() as u64, e, f: 0, g: 0, h: g, i, j, k, l, m })
}

/// The schema as JSON, written without any of the code that the macro writes.
fn schema(schema: &Schema, param: Option<&ParamDecl>) -> Value {
    let mut json = Map::new();
    json.insert("type".into(), schema.kind().into());
    let description = param.map_or("", |param| param.description.plain);
    if !description.is_empty() {
        json.insert("description".into(), description.into());
    }
    if let Some(default) = param.and_then(|param| param.default) {
        json.insert("default".into(), value(default));
    }
    match *schema {
        Schema::Text { len, format } => {
            bounds(&mut json, "Length", len);
            if let Some(format) = format.and_then(|format| format.portable()) {
                json.insert("format".into(), format.into());
            }
        }
        Schema::Integer { min, max } => {
            const EXACT: i64 = (1 << 53) - 1;
            json.extend((min != -EXACT).then(|| ("minimum".into(), min.into())));
            json.extend((max != EXACT).then(|| ("maximum".into(), max.into())));
        }
        Schema::Number { min, max } => {
            let bound = |bound: f64| value(&(bound + 0.0).to_string());
            json.extend(min.map(|min| ("minimum".into(), bound(min))));
            json.extend(max.map(|max| ("maximum".into(), bound(max))));
        }
        Schema::Boolean => {}
        Schema::Choice(choices) => {
            json.insert("enum".into(), choices.iter().map(|choice| choice.name).collect());
        }
        Schema::List { items, len } => {
            json.insert("items".into(), self::schema(items, None));
            bounds(&mut json, "Items", len);
        }
        Schema::Object(fields) => {
            let properties = fields
                .iter()
                .map(|field| (field.name.to_owned(), self::schema(&field.schema, Some(field))));
            json.insert("properties".into(), Value::Object(properties.collect()));
            let required: Vec<_> =
                fields.iter().filter(|field| field.required).map(|field| field.name).collect();
            if !required.is_empty() {
                json.insert("required".into(), json!(required));
            }
            json.insert("additionalProperties".into(), false.into());
        }
    }
    Value::Object(json)
}

/// A value as JSON reads it; `null`, which no schema holds, if it is none.
fn value(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

fn bounds(json: &mut Map<String, Value>, of: &str, len: Bounds) {
    json.extend((len.min > 0).then(|| (format!("min{of}"), len.min.into())));
    json.extend((len.max < u32::MAX).then(|| (format!("max{of}"), len.max.into())));
}

#[test]
fn arguments_are_published_as_they_are_declared() {
    let decl = Tool::of::<take>().decl;
    let published: Value = serde_json::from_str(decl.input_schema()).unwrap();
    assert_eq!(published, schema(&Schema::Object(decl.params), None));
    let whole: Value = serde_json::from_str(decl.list_object).unwrap();
    assert_eq!(whole["inputSchema"], published);
}

#[test]
fn replies_are_published_as_they_are_declared() {
    let decl = Tool::of::<take>().decl;
    let published: Value = serde_json::from_str(decl.output_schema).unwrap();
    assert_eq!(published, schema(decl.reply.unwrap(), None));
    for (field, min, max) in [
        ("a", Some(0), Some(i64::from(u8::MAX))),
        ("b", Some(0), Some(i64::from(u16::MAX))),
        ("c", Some(0), Some(i64::from(u32::MAX))),
        ("d", Some(0), None),
        ("e", Some(0), None),
        ("f", Some(i64::from(i32::MIN)), Some(i64::from(i32::MAX))),
        ("g", None, None),
    ] {
        let bounds = &published["properties"][field];
        assert_eq!(bounds["minimum"].as_i64(), min, "{field}");
        assert_eq!(bounds["maximum"].as_i64(), max, "{field}");
    }
}
