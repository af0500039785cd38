//! `#[derive(Argument)]`.

pub(crate) mod emit;

use proc_macro2::TokenStream;
use syn::DeriveInput;
use syn::spanned::Spanned;

use crate::enumeration;
use crate::errors::Errors;
use crate::fields::{self, Shape};
use crate::message;
use crate::param::{Role, is_param};

/// Reads, checks and emits.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    for attribute in input.attrs.iter().filter(|attribute| is_param(attribute)) {
        let whose = format!("`{}`", input.ident);
        errors.at(attribute.path().span(), message::misplaced_attribute(&whose, "param", "a type"));
    }
    let tokens = match fields::shape(&input, "Argument", &mut errors) {
        Some(Shape::Object(named)) => fields::read(&input, named, Role::Field, &mut errors)
            .map(|params| emit::object(&input.ident, &params, &TokenStream::new())),
        Some(Shape::Words(data)) => {
            enumeration::read(&input, data, enumeration::Use::Argument, &mut errors)
                .map(|choices| emit::words(&input.ident, &choices))
        }
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
