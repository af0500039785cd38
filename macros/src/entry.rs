//! The inside of an attribute: `key`, `key = value` and `key(item, …)`, spans kept.
//!
//! Must not: know which keys there are, or what a value means.

use proc_macro2::Span;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Ident, Lit, LitInt, LitStr, Token, UnOp, token};

use crate::errors::Errors;
use crate::message;
use crate::word::{Word, nearest};

/// One key with what it is given.
pub(crate) struct Entry {
    pub(crate) key: Ident,
    pub(crate) value: Value,
}

/// What a key is given.
pub(crate) enum Value {
    Bare,
    Assigned(Box<Expr>),
    Listed(Vec<Expr>),
}

/// A value and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// The entries of one attribute, for `syn`.
pub(crate) struct Entries(pub(crate) Vec<Entry>);

impl Parse for Entries {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let entries = Punctuated::<Entry, Token![,]>::parse_terminated(input)?;
        Ok(Self(entries.into_iter().collect()))
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key: Ident = input.parse()?;
        let value = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Value::Assigned(Box::new(input.parse()?))
        } else if input.peek(token::Paren) {
            let inside;
            syn::parenthesized!(inside in input);
            let items = Punctuated::<Expr, Token![,]>::parse_terminated(&inside)?;
            Value::Listed(items.into_iter().collect())
        } else {
            Value::Bare
        };
        Ok(Self { key, value })
    }
}

/// Refuses keys that are unknown or repeated.
pub(crate) fn check_keys(whose: &str, entries: &[Entry], known: &[&str], errors: &mut Errors) {
    for (at, entry) in entries.iter().enumerate() {
        let key = entry.key.to_string();
        if !known.contains(&key.as_str()) {
            let nearest = nearest(&key, known.iter().copied());
            errors.at(entry.key.span(), message::unknown_key(whose, &key, nearest, known));
        } else if entries[..at].iter().any(|earlier| earlier.key == key) {
            errors.at(entry.key.span(), message::repeated_key(whose, &key));
        }
    }
}

/// The expression of `key = …`, or a report of the shape that was wanted.
pub(crate) fn assigned<'a>(
    whose: &str,
    entry: &'a Entry,
    shape: &str,
    errors: &mut Errors,
) -> Option<&'a Expr> {
    match &entry.value {
        Value::Assigned(value) => Some(value),
        Value::Bare | Value::Listed(_) => {
            let key = entry.key.to_string();
            errors.at(entry.key.span(), message::key_shape(whose, &key, shape));
            None
        }
    }
}

/// A word of a vocabulary.
pub(crate) fn word<W: Word>(whose: &str, value: &Expr, errors: &mut Errors) -> Option<At<W>> {
    let text = match value {
        Expr::Path(path) if path.path.get_ident().is_some() => path.path.get_ident()?.to_string(),
        other => quote::quote!(#other).to_string(),
    };
    let word = W::parse(&text);
    if word.is_none() {
        errors.at(value.span(), message::unknown_word::<W>(whose, &text));
    }
    word.map(|value_| At { value: value_, span: value.span() })
}

/// A plain identifier.
pub(crate) fn identifier(value: &Expr) -> Option<&Ident> {
    match value {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// A string literal.
pub(crate) fn text(value: &Expr) -> Option<&LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

/// An unsigned integer literal.
pub(crate) fn unsigned(value: &Expr) -> Option<u64> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Int(literal), .. }) => literal.base10_parse().ok(),
        _ => None,
    }
}

/// An integer literal with its sign.
pub(crate) fn integer(value: &Expr) -> Option<i64> {
    signed(value, |literal: &Lit| match literal {
        Lit::Int(literal) => LitInt::base10_parse::<i128>(literal).ok(),
        _ => None,
    })
    .and_then(|value| i64::try_from(value).ok())
}

/// A literal with decimals, with its sign.
pub(crate) fn number(value: &Expr) -> Option<f64> {
    signed(value, |literal: &Lit| match literal {
        Lit::Float(literal) => literal.base10_parse::<f64>().ok(),
        _ => None,
    })
    .filter(|value| value.is_finite())
}

fn signed<T: std::ops::Neg<Output = T>>(
    value: &Expr,
    literal: impl Fn(&Lit) -> Option<T>,
) -> Option<T> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => literal(lit),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match &*unary.expr {
            Expr::Lit(ExprLit { lit, .. }) => literal(lit).map(|value| -value),
            _ => None,
        },
        _ => None,
    }
}
