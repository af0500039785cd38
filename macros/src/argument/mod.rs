//! `#[derive(Argument)]`.

mod emit;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::enumeration;
use crate::errors::Errors;
use crate::fields::{self, Shape};

/// Reads, checks and emits.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let tokens = match fields::shape(&input, "Argument", &mut errors) {
        Some(Shape::Object(named)) => fields::read(&input, named, true, &mut errors)
            .map(|params| emit::object(&input.ident, &params)),
        Some(Shape::Words(data)) => enumeration::read(&input, data, &mut errors)
            .map(|choices| emit::words(&input.ident, &choices)),
        None => None,
    };
    match tokens {
        Some(tokens) if errors.is_empty() => tokens,
        _ => {
            let fallback = emit::fallback(&input);
            let errors = errors.into_tokens();
            quote::quote!(#fallback #errors)
        }
    }
}
