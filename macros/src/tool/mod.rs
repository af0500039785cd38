//! `#[tool]`: the story of one declaration.

mod check;
mod emit;
mod function;
mod key;
mod model;
mod parse;

use proc_macro2::TokenStream;
use quote::quote;

use crate::errors::Errors;
use crate::message;

/// Parses, checks and emits. Whatever is wrong, the function itself is emitted again, so that one
/// mistake is one message.
pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let Ok(function) = syn::parse2::<function::Function>(item.clone()) else {
        let span = item.clone().into_iter().next().map(|token| token.span());
        let span = span.unwrap_or_else(proc_macro2::Span::call_site);
        errors.at(span, message::not_a_function());
        let errors = errors.into_tokens();
        return quote!(#item #errors);
    };
    let args = parse::args(&function, args, &mut errors);
    match check::model(&function, args, &mut errors) {
        Some(model) if errors.is_empty() => emit::tool(&function, &model),
        _ => emit::fallback(&function, errors),
    }
}
