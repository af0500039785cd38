//! Generated code of `#[derive(Reply)]`: schema and serialisation from the same fields.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Path;

use crate::enumeration::Choice;
use crate::param::Param;

/// An object: what is absent is left out, so that no reply ever holds `null`.
pub(super) fn object(name: &Ident, params: &[Param], text: Option<&Path>) -> TokenStream {
    let count = params.len();
    let declarations = params.iter().map(Param::reply_declaration);
    let idents: Vec<_> = params.iter().map(|param| &param.ident).collect();
    let names = idents.iter().map(ToString::to_string);
    let type_name = name.to_string();
    let text = match text {
        Some(text) => quote!(::core::option::Option::Some(#text(&self))),
        None => quote!(::core::option::Option::None),
    };
    quote! {
        const _: () = {
            use ::tollgate::__macro::serde::ser::SerializeStruct as _;

            #[automatically_derived]
            impl ::tollgate::__macro::serde::Serialize for #name {
                fn serialize<S: ::tollgate::__macro::serde::Serializer>(
                    &self,
                    serializer: S,
                ) -> ::core::result::Result<S::Ok, S::Error> {
                    let mut object = serializer.serialize_struct(#type_name, #count)?;
                    #(if !::tollgate::__macro::Output::is_absent(&self.#idents) {
                        object.serialize_field(#names, &self.#idents)?;
                    })*
                    object.end()
                }
            }

            #[automatically_derived]
            impl ::tollgate::__macro::Output for #name {
                const SCHEMA: ::tollgate::__macro::decl::Schema =
                    ::tollgate::__macro::decl::Schema::Object(&[#(#declarations),*]);
            }

            #[automatically_derived]
            impl ::tollgate::__macro::Reply for #name {
                const SCHEMA: ::core::option::Option<&'static ::tollgate::__macro::decl::Schema> =
                    ::core::option::Option::Some(&<Self as ::tollgate::__macro::Output>::SCHEMA);

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

/// A closed set of words, which can stand in a reply but is none.
pub(super) fn words(name: &Ident, choices: &[Choice]) -> TokenStream {
    let declarations = choices.iter().map(Choice::declaration);
    let variants = choices.iter().map(|choice| &choice.ident);
    let words = choices.iter().map(|choice| &choice.word);
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
            impl ::tollgate::__macro::Output for #name {
                const SCHEMA: ::tollgate::__macro::decl::Schema =
                    ::tollgate::__macro::decl::Schema::Choice(&[#(#declarations),*]);
            }
        };
    }
}

/// The least that keeps users of a type with faults from further errors.
pub(super) fn fallback(name: &Ident) -> TokenStream {
    object(name, &[], None)
}
