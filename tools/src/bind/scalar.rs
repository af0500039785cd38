//! Single values: `bool`, integers, `f64`, `String`.
//!
//! Integers and booleans also take their own spelling as text, because models write it; nothing
//! else is ever coerced, and text is never touched.

use serde_json::value::RawValue;
use tollgate_decl::{Bounds, Fragment, INTEGER_MAX, Schema};

use super::argument::Argument;
use super::decoder::{Decoder, Kind};
use super::format;
use super::output::Output;
use super::resolve::Resolve;
use crate::call::Call;

/// The part of `Argument` that every plain value shares: it is what it was decoded to.
macro_rules! plain {
    () => {
        type Wire = Self;

        fn resolve(wire: Self, _call: &Call) -> Resolve<'_, Self> {
            Resolve::Ready(wire)
        }
    };
}

macro_rules! integer {
    ($($int:ty),+) => { $(
        impl Argument for $int {
            const SCHEMA: Schema = <Self as Output>::SCHEMA;
            const KEYWORDS: &'static [Fragment] = <Self as Output>::KEYWORDS;
            plain!();

            fn decode(raw: &RawValue, schema: &'static Schema, at: &mut Decoder) -> Option<Self> {
                let value = integer(raw)
                    .filter(|value| holds(schema, *value))
                    .and_then(|value| Self::try_from(value).ok());
                if value.is_none() {
                    at.mismatch(schema, raw);
                }
                value
            }
        }
    )+ };
}

integer!(u8, u16, u32, u64, i32, i64);

impl Argument for bool {
    const SCHEMA: Schema = Schema::Boolean;
    plain!();

    fn decode(raw: &RawValue, schema: &'static Schema, at: &mut Decoder) -> Option<Self> {
        match raw.get() {
            "true" | "\"true\"" => Some(true),
            "false" | "\"false\"" => Some(false),
            _ => {
                at.mismatch(schema, raw);
                None
            }
        }
    }
}

impl Argument for f64 {
    const SCHEMA: Schema = Schema::NUMBER;
    plain!();

    fn decode(raw: &RawValue, schema: &'static Schema, at: &mut Decoder) -> Option<Self> {
        let value = match Kind::of(raw) {
            Kind::Number => serde_json::from_str::<Self>(raw.get()).ok(),
            _ => None,
        };
        let value = value.filter(|value| value.is_finite() && in_range(schema, *value));
        if value.is_none() {
            at.mismatch(schema, raw);
        }
        value
    }
}

impl Argument for String {
    const SCHEMA: Schema = Schema::TEXT;
    plain!();

    fn decode(raw: &RawValue, schema: &'static Schema, at: &mut Decoder) -> Option<Self> {
        if Kind::of(raw) != Kind::Text {
            at.mismatch(schema, raw);
            return None;
        }
        let Ok(text) = serde_json::from_str::<Self>(raw.get()) else {
            at.mismatch_with(
                "text whose surrogate escapes (\\ud800 to \\udfff) come in pairs",
                raw,
            );
            return None;
        };
        if text.contains('\0') {
            at.mismatch_with("text without the character U+0000", raw);
            return None;
        }
        let Schema::Text { len, format } = schema else { return Some(text) };
        let is_long_enough = *len == Bounds::NONE || len.contain(text.chars().count());
        if is_long_enough && format.is_none_or(|format| format::holds(format, &text)) {
            return Some(text);
        }
        at.mismatch(schema, raw);
        None
    }
}

/// An integer, or text that spells one the way JSON would.
fn integer(raw: &RawValue) -> Option<i64> {
    let text = raw.get();
    match Kind::of(raw) {
        Kind::Number => text.parse().ok().or_else(|| whole(text)),
        Kind::Text => {
            let digits = text.get(1..text.len() - 1)?;
            let value: i64 = digits.parse().ok()?;
            // "+1", "01" and "-0" parse, but no JSON writer writes them.
            (value.to_string() == digits).then_some(value)
        }
        _ => None,
    }
}

/// The integer that a number such as `1.0` or `1e3` is.
fn whole(text: &str) -> Option<i64> {
    let number: f64 = text.parse().ok()?;
    if number.fract() != 0.0 || number.abs() > INTEGER_MAX as f64 {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and within 2^53, so exact")]
    let exact = number as i64;
    Some(exact)
}

const fn holds(schema: &Schema, value: i64) -> bool {
    match schema {
        Schema::Integer { min, max } => value >= *min && value <= *max,
        _ => true,
    }
}

fn in_range(schema: &Schema, value: f64) -> bool {
    match schema {
        Schema::Number { min, max } => {
            min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max)
        }
        _ => true,
    }
}
