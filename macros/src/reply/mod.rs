//! `#[derive(Reply)]`.

mod emit;

use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{DeriveInput, Expr, Path};

use crate::entry::{self, Entries};
use crate::enumeration;
use crate::errors::Errors;
use crate::fields::{self, Shape};
use crate::message;

const TEXT: &str = "text";

/// Reads, checks and emits.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let text = text(&input, &mut errors);
    let tokens = match fields::shape(&input, "Reply", &mut errors) {
        Some(Shape::Object(named)) => fields::read(&input, named, false, &mut errors)
            .map(|params| emit::object(&input.ident, &params, text.as_ref())),
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

/// The function of `#[reply(text = Self::line)]`, which gives a reply its own text block.
fn text(input: &DeriveInput, errors: &mut Errors) -> Option<Path> {
    let whose = format!("`{}`", input.ident);
    let mut text = None;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("reply")) {
        let entries = match attribute.parse_args::<Entries>() {
            Ok(Entries(entries)) => entries,
            Err(error) => {
                errors.syntax(error);
                continue;
            }
        };
        entry::check_keys(&whose, &entries, &[TEXT], errors);
        for entry in entries.iter().filter(|entry| entry.key == TEXT) {
            let shape = "text = Self::checklist";
            match entry::assigned(&whose, entry, shape, errors) {
                Some(Expr::Path(path)) => text = Some(path.path.clone()),
                Some(other) => {
                    errors.at(other.span(), message::key_shape(&whose, TEXT, shape));
                }
                None => {}
            }
        }
    }
    text
}
