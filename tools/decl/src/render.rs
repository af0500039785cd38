//! Rendering of declarations to JSON while compiling: plain copies of pre-escaped slices.
//!
//! Each output is rendered twice by the same code: once into nothing, which gives the length of
//! the array, once into that array. Must not: escape (the macro did) or decide.

use crate::limit::NUMBER_MAX;
use crate::param::ParamDecl;
use crate::schema::{Bounds, ChoiceDecl, Schema};
use crate::tool::ToolDecl;
use crate::word::Does;

/// Bytes of the object that `tools/list` shows for one tool.
#[must_use]
pub const fn list_object_len(decl: &ToolDecl) -> usize {
    let mut sink = Sink { buffer: &mut [], len: 0 };
    sink.tool(decl);
    sink.len
}

/// The object that `tools/list` shows for one tool; `N` is its `list_object_len`.
#[must_use]
pub const fn list_object<const N: usize>(decl: &ToolDecl) -> [u8; N] {
    let mut bytes = [0; N];
    let mut sink = Sink { buffer: &mut bytes, len: 0 };
    sink.tool(decl);
    bytes
}

/// Bytes of one schema as JSON.
#[must_use]
pub const fn schema_json_len(schema: &Schema) -> usize {
    let mut sink = Sink { buffer: &mut [], len: 0 };
    sink.schema(schema, None);
    sink.len
}

/// One schema as JSON; `N` is its `schema_json_len`.
#[must_use]
pub const fn schema_json<const N: usize>(schema: &Schema) -> [u8; N] {
    let mut bytes = [0; N];
    let mut sink = Sink { buffer: &mut bytes, len: 0 };
    sink.schema(schema, None);
    bytes
}

/// The text of a rendered array.
///
/// # Panics
/// While compiling, if the bytes are not UTF-8: a fault of this module, never of a declaration.
#[must_use]
pub const fn utf8(bytes: &'static [u8]) -> &'static str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a rendered declaration is not UTF-8"),
    }
}

/// Bytes of a tool on the wire: its whole list object.
#[must_use]
pub const fn wire_bytes(decl: &ToolDecl) -> usize {
    decl.list_object.len()
}

/// Bytes of a tool that a model reads: name, description and argument schema.
#[must_use]
pub const fn model_bytes(decl: &ToolDecl) -> usize {
    let mut sink = Sink { buffer: &mut [], len: 0 };
    sink.object(decl.params, None);
    decl.name.len() + decl.description.json.len() + sink.len
}

/// What one is in the last of six decimals.
const SCALE: u64 = 1_000_000;

/// Whether a bound is rendered as the very number it is: a schema that rounded it would promise
/// something else than decoding holds.
pub(crate) const fn is_rendered_exactly(value: f64) -> bool {
    let magnitude = if value < 0.0 { -value } else { value };
    magnitude <= NUMBER_MAX as f64 && scaled(value) as f64 / SCALE as f64 == magnitude
}

/// The magnitude of a number in millionths, rounded.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "bounds stay below 2^53 / 10^6, so the scaled magnitude fits"
)]
const fn scaled(value: f64) -> u64 {
    let magnitude = if value < 0.0 { -value } else { value };
    (magnitude * SCALE as f64 + 0.5) as u64
}

/// Where JSON goes: into a buffer, or nowhere while it is only counted.
struct Sink<'a> {
    buffer: &'a mut [u8],
    len: usize,
}

impl Sink<'_> {
    const fn put(&mut self, text: &str) {
        let bytes = text.as_bytes();
        if !self.buffer.is_empty() {
            #[expect(clippy::mem_replace_with_default, reason = "`mem::take` is not const")]
            let buffer = core::mem::replace(&mut self.buffer, &mut []);
            let (target, rest) = buffer.split_at_mut(bytes.len());
            target.copy_from_slice(bytes);
            self.buffer = rest;
        }
        self.len += bytes.len();
    }

    const fn quoted(&mut self, text: &str) {
        self.put("\"");
        self.put(text);
        self.put("\"");
    }

    const fn unsigned(&mut self, mut value: u64) {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b"0123456789"[(value % 10) as usize];
            value /= 10;
            if value == 0 {
                break;
            }
        }
        if let Ok(text) = core::str::from_utf8(digits.split_at(at).1) {
            self.put(text);
        }
    }

    const fn integer(&mut self, value: i64) {
        if value < 0 {
            self.put("-");
        }
        self.unsigned(value.unsigned_abs());
    }

    /// A number with up to six decimals, which is all that `check_number_range` lets a bound have.
    const fn number(&mut self, value: f64) {
        if value < 0.0 {
            self.put("-");
        }
        let scaled = scaled(value);
        self.unsigned(scaled / SCALE);
        let mut fraction = scaled % SCALE;
        if fraction == 0 {
            return;
        }
        self.put(".");
        let mut place = SCALE / 10;
        while fraction > 0 {
            self.unsigned(fraction / place);
            fraction %= place;
            place /= 10;
        }
    }

    const fn tool(&mut self, decl: &ToolDecl) {
        self.put("{\"name\":");
        self.quoted(decl.name);
        self.put(",\"description\":");
        self.quoted(decl.description.json);
        self.put(",\"inputSchema\":");
        self.object(decl.params, None);
        self.put(",\"annotations\":{");
        self.annotations(decl);
        self.put("}}");
    }

    /// Only what differs from the protocol's own defaults or what a client must not guess.
    const fn annotations(&mut self, decl: &ToolDecl) {
        match decl.does {
            Does::Read => self.put("\"readOnlyHint\":true"),
            Does::Write => self.put("\"readOnlyHint\":false,\"destructiveHint\":false"),
            Does::Destroy => self.put("\"readOnlyHint\":false,\"destructiveHint\":true"),
        }
        if !decl.is_open_world() {
            self.put(",\"openWorldHint\":false");
        }
    }

    const fn schema(&mut self, schema: &Schema, param: Option<&ParamDecl>) {
        if let Schema::Object(fields) = schema {
            return self.object(fields, param);
        }
        self.put("{\"type\":\"");
        self.put(schema.kind());
        self.put("\"");
        self.describe(param);
        match schema {
            Schema::Text { len, format } => {
                self.bounds("Length", *len);
                if let Some(format) = format
                    && let Some(portable) = format.portable()
                {
                    self.put(",\"format\":");
                    self.quoted(portable);
                }
            }
            Schema::Integer { min, max } => {
                if *min != -crate::limit::INTEGER_MAX {
                    self.put(",\"minimum\":");
                    self.integer(*min);
                }
                if *max != crate::limit::INTEGER_MAX {
                    self.put(",\"maximum\":");
                    self.integer(*max);
                }
            }
            Schema::Number { min, max } => {
                if let Some(min) = min {
                    self.put(",\"minimum\":");
                    self.number(*min);
                }
                if let Some(max) = max {
                    self.put(",\"maximum\":");
                    self.number(*max);
                }
            }
            Schema::Choice(choices) => self.choices(choices),
            Schema::List { items, len } => {
                self.put(",\"items\":");
                self.schema(items, None);
                self.bounds("Items", *len);
            }
            Schema::Boolean | Schema::Object(_) => {}
        }
        if let Some(param) = param
            && let Some(default) = param.default
        {
            self.put(",\"default\":");
            self.put(default);
        }
        self.put("}");
    }

    const fn object(&mut self, fields: &[ParamDecl], param: Option<&ParamDecl>) {
        self.put("{\"type\":\"object\"");
        self.describe(param);
        self.put(",\"properties\":{");
        let mut required = 0;
        let mut at = 0;
        while at < fields.len() {
            let field = &fields[at];
            self.put(if at > 0 { ",\"" } else { "\"" });
            self.put(field.name);
            self.put("\":");
            self.schema(&field.schema, Some(field));
            if field.required {
                required += 1;
            }
            at += 1;
        }
        self.put("}");
        if required > 0 {
            self.required(fields);
        }
        self.put(",\"additionalProperties\":false}");
    }

    const fn required(&mut self, fields: &[ParamDecl]) {
        self.put(",\"required\":[");
        let mut first = true;
        let mut at = 0;
        while at < fields.len() {
            if fields[at].required {
                if !first {
                    self.put(",");
                }
                first = false;
                self.quoted(fields[at].name);
            }
            at += 1;
        }
        self.put("]");
    }

    const fn choices(&mut self, choices: &[ChoiceDecl]) {
        self.put(",\"enum\":[");
        let mut at = 0;
        while at < choices.len() {
            if at > 0 {
                self.put(",");
            }
            self.quoted(choices[at].name);
            at += 1;
        }
        self.put("]");
    }

    const fn bounds(&mut self, of: &str, len: Bounds) {
        if len.min > 0 {
            self.put(",\"min");
            self.put(of);
            self.put("\":");
            self.unsigned(len.min as u64);
        }
        if len.max < u32::MAX {
            self.put(",\"max");
            self.put(of);
            self.put("\":");
            self.unsigned(len.max as u64);
        }
    }

    const fn describe(&mut self, param: Option<&ParamDecl>) {
        if let Some(param) = param
            && !param.description.json.is_empty()
        {
            self.put(",\"description\":\"");
            self.put(param.description.json);
            self.put("\"");
        }
    }
}
