//! The decoder of one call: where it is, and what it found wrong so far.

use std::fmt::Write;

use serde_json::value::RawValue;
use tollgate_decl::{ChoiceDecl, ParamDecl, Schema};

use super::argument::Argument;
use super::fault::{Fault, Faults, Problem, expected};
use super::object::Members;

/// Walks the arguments of one call, collecting faults instead of stopping at the first.
#[derive(Debug, Default)]
pub struct Decoder {
    path: String,
    faults: Faults,
}

/// The JSON type of a raw value, read off its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Boolean,
    Null,
    List,
    Object,
}

impl Decoder {
    /// At the arguments themselves, with no fault yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether nothing was wrong so far.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Everything that was wrong so far; from here on the decoder starts anew.
    #[must_use]
    pub fn take_faults(&mut self) -> Faults {
        std::mem::take(&mut self.faults)
    }

    /// Reads an object's members into the order of their declaration.
    pub fn members<'a, const N: usize>(
        &mut self,
        raw: &'a RawValue,
        params: &'static [ParamDecl; N],
    ) -> Members<'a, N> {
        Members::read(raw, params, self)
    }

    /// Notes that the value here is not what the schema takes.
    pub fn mismatch(&mut self, schema: &Schema, raw: &RawValue) {
        self.report_with(|| Problem::Mismatch { expected: expected(schema), got: excerpt(raw) });
    }

    /// Notes that the value here is not what these words say.
    pub fn mismatch_with(&mut self, expected: impl Into<String>, raw: &RawValue) {
        self.report(Problem::Mismatch { expected: expected.into(), got: excerpt(raw) });
    }

    /// Decodes one word of a closed set to its place in the set.
    pub fn choice(&mut self, raw: &RawValue, choices: &'static [ChoiceDecl]) -> Option<usize> {
        let schema = Schema::Choice(choices);
        let word = match Kind::of(raw) {
            Kind::Text => serde_json::from_str::<String>(raw.get()).ok(),
            _ => None,
        };
        let found = word.and_then(|word| choices.iter().position(|choice| choice.name == word));
        if found.is_none() {
            self.mismatch(&schema, raw);
        }
        found
    }

    /// Decodes below a named member.
    pub(super) fn below<T>(&mut self, name: &str, decode: impl FnOnce(&mut Self) -> T) -> T {
        let len = self.path.len();
        if len > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        let value = decode(self);
        self.path.truncate(len);
        value
    }

    /// Decodes below an item of a list.
    pub(super) fn item<T>(&mut self, index: usize, decode: impl FnOnce(&mut Self) -> T) -> T {
        let len = self.path.len();
        // Writing to a string cannot fail.
        let _ = write!(self.path, "[{index}]");
        let value = decode(self);
        self.path.truncate(len);
        value
    }

    pub(super) fn report(&mut self, problem: Problem) {
        self.report_with(|| problem);
    }

    /// Notes a problem whose words are only made if it will be spelled out.
    pub(super) fn report_with(&mut self, problem: impl FnOnce() -> Problem) {
        let path = &self.path;
        self.faults.push_with(|| Fault { path: path.clone(), problem: problem() });
    }

    /// What stands in for a member that was left out; a fault if nothing may.
    pub(super) fn absent<T: Argument>(
        &mut self,
        param: &'static ParamDecl,
        is_object: bool,
    ) -> Option<T::Wire> {
        if let Some(default) = param.default {
            let raw = serde_json::from_str::<&RawValue>(default).ok()?;
            return T::decode(raw, &param.schema, self);
        }
        let value = T::absent();
        if value.is_none() && is_object {
            self.report_with(|| Problem::Missing { expected: expected(&param.schema) });
        }
        value
    }
}

impl Kind {
    pub(super) fn of(raw: &RawValue) -> Self {
        match raw.get().as_bytes().first() {
            Some(b'"') => Self::Text,
            Some(b't' | b'f') => Self::Boolean,
            Some(b'[') => Self::List,
            Some(b'{') => Self::Object,
            Some(b'n') | None => Self::Null,
            Some(_) => Self::Number,
        }
    }
}

/// What came, short enough for a message.
fn excerpt(raw: &RawValue) -> String {
    const CHARS_MAX: usize = 40;
    let text = raw.get();
    let kind = match Kind::of(raw) {
        Kind::Null => return "null; leave it out instead".to_owned(),
        Kind::Text => "the text ",
        Kind::List => "the list ",
        Kind::Object => "the object ",
        Kind::Number | Kind::Boolean => "",
    };
    match text.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{kind}{}… ({} bytes)", &text[..end], text.len()),
        None => format!("{kind}{text}"),
    }
}
