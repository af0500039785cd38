//! `#[derive(Form)]`: an argument that is flat, so that a person can be asked to fill it in.

mod emit;

use proc_macro2::TokenStream;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput};

use crate::entry::{self, Entries, Value};
use crate::enumeration;
use crate::errors::Errors;
use crate::fields::{self, Shape};
use crate::message;
use crate::param::{Role, is_param};

/// On an enum: its titles travel as `enumNames`, the way of protocol version 2025-06-18.
const ENUM_NAMES: &str = "enum_names";

/// Reads, checks and emits.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Errors::default();
    let has_enum_names = has_enum_names(&input, &mut errors);
    let tokens = match fields::shape(&input, "Form", &mut errors) {
        Some(Shape::Object(named)) => fields::read(&input, named, Role::FormField, &mut errors)
            .map(|params| emit::object(&input.ident, &params)),
        Some(Shape::Words(data)) => {
            enumeration::read(&input, data, enumeration::Use::Form, &mut errors)
                .map(|choices| emit::words(&input.ident, &choices, has_enum_names))
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

/// Whether the type says `#[param(enum_names)]`, which only an enum may.
fn has_enum_names(input: &DeriveInput, errors: &mut Errors) -> bool {
    let whose = format!("`{}`", input.ident);
    let mut is_said = false;
    for attribute in input.attrs.iter().filter(|attribute| is_param(attribute)) {
        if !matches!(input.data, Data::Enum(_)) {
            let text = message::misplaced_attribute(&whose, "param", "a type");
            errors.at(attribute.path().span(), text);
            continue;
        }
        match attribute.parse_args::<Entries>() {
            Ok(Entries(entries)) => {
                entry::check_keys(&whose, &entries, &[ENUM_NAMES], errors);
                for entry in entries.iter().filter(|entry| entry.key == ENUM_NAMES) {
                    is_said = true;
                    if !matches!(entry.value, Value::Bare) {
                        let text = message::key_shape(&whose, ENUM_NAMES, ENUM_NAMES);
                        errors.at(entry.key.span(), text);
                    }
                }
            }
            Err(error) => errors.syntax(error),
        }
    }
    is_said
}
