//! Generated code of `#[derive(Reply)]`: schema and serialisation from the same fields.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{DeriveInput, Path};

use crate::enumeration::{self, Choice};
use crate::json::Json;
use crate::option::option;
use crate::param::Param;

/// An object: what is absent is left out, so that no reply ever holds `null`.
pub(super) fn object(name: &Ident, params: &[Param], text: Option<&Path>) -> TokenStream {
    let count = params.len();
    let declarations = params.iter().map(Param::reply_declaration);
    let fields = params.iter().map(Param::serialize);
    let mut json = Json::default();
    json.members(params);
    let keywords = json.fragments();
    let output_schema = output_schema();
    let type_name = name.to_string();
    let text = option(text.map(|text| quote!(#text(&self))));
    quote! {
        const _: () = {
            use ::tollgate::__macro::serde::ser::SerializeStruct as _;

            const PARAMS: &[::tollgate::__macro::decl::ParamDecl; #count] = &[#(#declarations),*];
            const KEYWORDS: &[::tollgate::__macro::decl::Fragment] = #keywords;

            #[automatically_derived]
            impl ::tollgate::__macro::serde::Serialize for #name {
                fn serialize<S: ::tollgate::__macro::serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    let mut object = serializer.serialize_struct(#type_name, #count)?;
                    #(#fields)*
                    object.end()
                }
            }

            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl ::tollgate::__macro::Output for #name {
                const SCHEMA: ::tollgate::__macro::decl::Schema =
                    ::tollgate::__macro::decl::Schema::Object(PARAMS);
                const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = KEYWORDS;
            }

            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl ::tollgate::__macro::Reply for #name {
                const SCHEMA: ::core::option::Option<&'static ::tollgate::__macro::decl::Schema> =
                    ::core::option::Option::Some(&<Self as ::tollgate::__macro::Output>::SCHEMA);
                const OUTPUT_SCHEMA: &'static str = #output_schema;

                fn into_answer(
                    self,
                ) -> ::core::result::Result<
                    ::tollgate::__macro::Answer,
                    ::tollgate::__macro::Failure,
                > {
                    let text = #text;
                    ::tollgate::__macro::Answer::structured(&self, text)
                }
            }
        };
    }
}

/// The schema of a whole reply, from the keywords of its type.
fn output_schema() -> TokenStream {
    let mut json = Json::default();
    json.text("{\"type\":\"object\"");
    json.nested(&quote!(KEYWORDS));
    json.text("}");
    json.joined()
}

/// A closed set of words, which can stand in a reply but is none.
pub(super) fn words(name: &Ident, choices: &[Choice]) -> TokenStream {
    let declarations = choices.iter().map(Choice::declaration);
    let variants = choices.iter().map(|choice| &choice.ident);
    let words = choices.iter().map(|choice| &choice.word);
    let keywords = enumeration::keywords(choices).fragments();
    quote! {
        const _: () = {
            #[automatically_derived]
            impl ::tollgate::__macro::serde::Serialize for #name {
                fn serialize<S: ::tollgate::__macro::serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    serializer.serialize_str(match self { #(Self::#variants => #words),* })
                }
            }

            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl ::tollgate::__macro::Output for #name {
                const SCHEMA: ::tollgate::__macro::decl::Schema =
                    ::tollgate::__macro::decl::Schema::Choice(&[#(#declarations),*]);
                const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = #keywords;
            }
        };
    }
}

/// The least that keeps users of a type with faults from further errors.
pub(super) fn fallback(input: &DeriveInput) -> TokenStream {
    let name = &input.ident;
    if !input.generics.params.is_empty() {
        // Whatever stands in for a generic type needs bounds, and those would be further errors.
        return TokenStream::new();
    }
    quote! {
        const _: () = {
            #[automatically_derived]
            impl ::tollgate::__macro::serde::Serialize for #name {
                fn serialize<S: ::tollgate::__macro::serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    serializer.serialize_unit()
                }
            }

            #[automatically_derived]
            impl ::tollgate::__macro::Output for #name {
                const SCHEMA: ::tollgate::__macro::decl::Schema =
                    ::tollgate::__macro::decl::Schema::Object(&[]);
            }

            #[automatically_derived]
            impl ::tollgate::__macro::Reply for #name {
                const SCHEMA: ::core::option::Option<&'static ::tollgate::__macro::decl::Schema> =
                    ::core::option::Option::None;
                const OUTPUT_SCHEMA: &'static str = "";

                fn into_answer(
                    self,
                ) -> ::core::result::Result<
                    ::tollgate::__macro::Answer,
                    ::tollgate::__macro::Failure,
                > {
                    ::tollgate::__macro::Answer::structured(&self, ::core::option::Option::None)
                }
            }
        };
    }
}
