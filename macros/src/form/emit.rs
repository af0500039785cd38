//! Generated code of `#[derive(Form)]`: that of an argument, and the JSON that a form is shown by.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::DeriveInput;

use crate::argument;
use crate::enumeration::{self, Choice};
use crate::json::Json;
use crate::param::Param;

/// A form.
pub(super) fn object(name: &Ident, params: &[Param]) -> TokenStream {
    let mut json = Json::default();
    json.text("{\"type\":\"object\"");
    json.form_members(params);
    json.text("}");
    let schema = json.joined();
    let form = quote! {
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl ::tollgate::__macro::Form for #name {
            const REQUESTED_SCHEMA: &'static str = #schema;
        }
    };
    argument::emit::object(name, params, &form)
}

/// A closed set of words to choose one or several of.
pub(super) fn words(name: &Ident, choices: &[Choice], has_enum_names: bool) -> TokenStream {
    let argument = argument::emit::words(name, choices);
    let one = enumeration::form(choices, has_enum_names).fragments();
    let item = enumeration::form_item(choices).fragments();
    quote! {
        #argument
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl ::tollgate::__macro::FormField for #name {
            const FORM: &'static [::tollgate::__macro::decl::Fragment] = #one;
        }
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl ::tollgate::__macro::FormChoice for #name {
            const ITEM: &'static [::tollgate::__macro::decl::Fragment] = #item;
        }
    }
}

/// The least that keeps users of a type with faults from further errors.
pub(super) fn fallback(input: &DeriveInput) -> TokenStream {
    let argument = argument::emit::fallback(input);
    if argument.is_empty() {
        return argument;
    }
    let name = &input.ident;
    quote! {
        #argument
        #[automatically_derived]
        impl ::tollgate::__macro::Form for #name {
            const REQUESTED_SCHEMA: &'static str = "{}";
        }
        #[automatically_derived]
        impl ::tollgate::__macro::FormField for #name {
            const FORM: &'static [::tollgate::__macro::decl::Fragment] = &[];
        }
        #[automatically_derived]
        impl ::tollgate::__macro::FormChoice for #name {
            const ITEM: &'static [::tollgate::__macro::decl::Fragment] = &[];
        }
    }
}
