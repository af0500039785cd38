//! `#[param(...)]`: keys and literals, spans kept. Must not: judge a value.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, RangeLimits};
use tollgate_decl::Format;

use super::{Literal, Range, Role, Source};
use crate::entry::{self, At, Entries, Entry};
use crate::errors::Errors;
use crate::message;

const BECAUSE: &str = "because";
const BUDGET: &str = "budget";
const DEFAULT: &str = "default";
const FORMAT: &str = "format";
const LEN: &str = "len";
const NAME: &str = "name";
const RANGE: &str = "range";
const TITLE: &str = "title";
const KEYS: &[&str] = &[BECAUSE, BUDGET, DEFAULT, FORMAT, LEN, RANGE];
const FORM_KEYS: &[&str] = &[DEFAULT, FORMAT, LEN, NAME, RANGE, TITLE];

/// What the attribute says.
#[derive(Default)]
pub(super) struct Raw {
    pub(super) len: Option<At<(u32, u32)>>,
    pub(super) range: Option<At<Range>>,
    pub(super) format: Option<At<Format>>,
    pub(super) default: Option<At<Literal>>,
    pub(super) budget: Option<At<u64>>,
    pub(super) because: Option<LitStr>,
    pub(super) name: Option<LitStr>,
    pub(super) title: Option<LitStr>,
    /// Whether `budget` was written, well or not.
    pub(super) has_exemption: bool,
}

/// Whether an attribute is `#[param(...)]`.
pub(crate) fn is_param(attribute: &Attribute) -> bool {
    attribute.path().is_ident("param")
}

/// Reads the attribute of one parameter; `None` if it is not even well formed.
pub(super) fn parse(source: &Source<'_>, errors: &mut Errors) -> Option<Raw> {
    if source.role == Role::ReplyField {
        return Some(Raw::default());
    }
    let whose = source.whose();
    let mut entries = Vec::new();
    for attribute in source.attributes.iter().filter(|attribute| is_param(attribute)) {
        match attribute.parse_args::<Entries>() {
            Ok(Entries(found)) => entries.extend(found),
            Err(error) => {
                errors.syntax(error);
                return None;
            }
        }
    }
    let keys = if source.role == Role::FormField { FORM_KEYS } else { KEYS };
    entry::check_keys(&whose, &entries, keys, errors);
    entries.retain(|entry| keys.iter().any(|key| entry.key == key));
    let mut raw = Raw::default();
    for entry in &entries {
        read(&whose, entry, &mut raw, errors);
    }
    Some(raw)
}

fn read(whose: &str, entry: &Entry, raw: &mut Raw, errors: &mut Errors) {
    let key = entry.key.to_string();
    match key.as_str() {
        LEN => {
            let value = entry::assigned(whose, entry, "len = 1..=200", errors);
            raw.len = value.and_then(|value| len(whose, value, errors));
        }
        RANGE => {
            let value = entry::assigned(whose, entry, "range = 1..=500", errors);
            raw.range = value.and_then(|value| range(whose, value, errors));
        }
        FORMAT => {
            let value = entry::assigned(whose, entry, "format = date_time", errors);
            raw.format = value.and_then(|value| entry::word(whose, value, errors));
        }
        DEFAULT => {
            let value = entry::assigned(whose, entry, "default = 50", errors);
            raw.default = value.and_then(|value| default(whose, value, errors));
        }
        BUDGET => {
            raw.has_exemption = true;
            let value = entry::assigned(whose, entry, "budget = 1024", errors);
            raw.budget = value.and_then(|value| match entry::unsigned(value) {
                Some(number) => Some(At { value: number, span: value.span() }),
                None => misshapen(whose, BUDGET, "budget = 1024", value.span(), errors),
            });
        }
        BECAUSE => {
            raw.because = text(whose, entry, "because = \"why it cannot be shorter\"", errors);
        }
        NAME => raw.name = text(whose, entry, "name = \"camelCase\"", errors),
        TITLE => raw.title = text(whose, entry, "title = \"What a person reads\"", errors),
        // Reported as unknown already.
        _ => {}
    }
}

fn text(whose: &str, entry: &Entry, shape: &str, errors: &mut Errors) -> Option<LitStr> {
    let value = entry::assigned(whose, entry, shape, errors)?;
    match entry::text(value) {
        Some(text) => Some(text.clone()),
        None => misshapen(whose, &entry.key.to_string(), shape, value.span(), errors),
    }
}

fn misshapen<T>(whose: &str, key: &str, shape: &str, span: Span, errors: &mut Errors) -> Option<T> {
    errors.at(span, message::key_shape(whose, key, shape));
    None
}

fn len(whose: &str, value: &Expr, errors: &mut Errors) -> Option<At<(u32, u32)>> {
    let bound = |end: Option<&Expr>, open: u32| match end {
        None => Some(open),
        Some(end) => entry::unsigned(end).and_then(|bound| u32::try_from(bound).ok()),
    };
    let (start, end) = ends(whose, LEN, value, errors)?;
    let (Some(min), Some(max)) = (bound(start, 0), bound(end, u32::MAX)) else {
        errors.at(value.span(), message::len_shape(whose));
        return None;
    };
    not_empty(whose, LEN, min <= max, value.span(), errors)?;
    Some(At { value: (min, max), span: value.span() })
}

fn range(whose: &str, value: &Expr, errors: &mut Errors) -> Option<At<Range>> {
    let (start, end) = ends(whose, RANGE, value, errors)?;
    let (Some(start), Some(end)) = (start, end) else {
        errors.at(value.span(), message::range_shape(whose));
        return None;
    };
    let range = match (entry::integer(start), entry::integer(end)) {
        (Some(min), Some(max)) => {
            not_empty(whose, RANGE, min <= max, value.span(), errors)?;
            Range::Integer(min, max)
        }
        _ => match (entry::number(start), entry::number(end)) {
            (Some(min), Some(max)) => {
                not_empty(whose, RANGE, min <= max, value.span(), errors)?;
                Range::Number(min, max)
            }
            _ => {
                errors.at(value.span(), message::range_shape(whose));
                return None;
            }
        },
    };
    Some(At { value: range, span: value.span() })
}

/// The two ends of a closed range.
fn ends<'a>(
    whose: &str,
    key: &str,
    value: &'a Expr,
    errors: &mut Errors,
) -> Option<(Option<&'a Expr>, Option<&'a Expr>)> {
    if let Expr::Range(range) = value
        && (matches!(range.limits, RangeLimits::Closed(_)) || range.end.is_none())
        && (range.start.is_some() || range.end.is_some())
    {
        return Some((range.start.as_deref(), range.end.as_deref()));
    }
    let shape = if key == LEN { message::len_shape(whose) } else { message::range_shape(whose) };
    errors.at(value.span(), shape);
    None
}

fn not_empty(
    whose: &str,
    key: &str,
    is_ordered: bool,
    span: Span,
    errors: &mut Errors,
) -> Option<()> {
    if !is_ordered {
        errors.at(span, message::range_empty(whose, key));
    }
    is_ordered.then_some(())
}

fn default(whose: &str, value: &Expr, errors: &mut Errors) -> Option<At<Literal>> {
    let literal = match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(Literal::Text(text.value())),
        Expr::Lit(ExprLit { lit: Lit::Bool(flag), .. }) => Some(Literal::Boolean(flag.value)),
        other => entry::integer(other)
            .map(Literal::Integer)
            .or_else(|| entry::number(other).map(Literal::Number)),
    };
    if literal.is_none() {
        errors.at(value.span(), message::default_shape(whose));
    }
    literal.map(|literal| At { value: literal, span: value.span() })
}
