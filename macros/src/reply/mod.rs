//! `#[derive(Reply)]`.

mod emit;

use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Expr, Path};

use crate::entry::{self, Entries};
use crate::enumeration;
use crate::errors::Errors;
use crate::fields::{self, Shape};
use crate::message;
use crate::param::Role;

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
        Some(Shape::Object(named)) => fields::read(&input, named, Role::ReplyField, &mut errors)
            .map(|params| emit::object(&input.ident, &params, text.as_ref())),
        Some(Shape::Words(data)) => {
            enumeration::read(&input, data, enumeration::Use::Reply, &mut errors)
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

/// Whether an attribute is `#[reply(...)]`.
pub(crate) fn is_reply(attribute: &Attribute) -> bool {
    attribute.path().is_ident("reply")
}

/// The function of `#[reply(text = Self::line)]`, which gives a reply its own text block.
fn text(input: &DeriveInput, errors: &mut Errors) -> Option<Path> {
    let whose = format!("`{}`", input.ident);
    let mut text = None;
    if let Data::Struct(data) = &input.data {
        for attribute in data.fields.iter().flat_map(|field| &field.attrs).filter(|it| is_reply(it))
        {
            errors.at(
                attribute.path().span(),
                message::misplaced_attribute(&whose, "reply", "a field"),
            );
        }
    }
    for attribute in input.attrs.iter().filter(|attribute| is_reply(attribute)) {
        if matches!(input.data, Data::Enum(_)) {
            errors.at(
                attribute.path().span(),
                message::misplaced_attribute(&whose, "reply", "an enum"),
            );
            continue;
        }
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
