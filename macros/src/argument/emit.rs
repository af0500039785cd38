//! Generated code of `#[derive(Argument)]`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::DeriveInput;

use crate::enumeration::{self, Choice};
use crate::json::Json;
use crate::param::Param;

/// A nested object: decoded member by member, every fault collected. `more` sees the constant
/// `PARAMS`.
pub(crate) fn object(name: &Ident, params: &[Param], more: &TokenStream) -> TokenStream {
    let count = params.len();
    let declarations = params.iter().map(Param::declaration);
    let decodes = params.iter().enumerate().map(|(index, param)| param.decode(index));
    let idents = params.iter().map(|param| &param.ident);
    let locals: Vec<_> = params.iter().map(Param::local).collect();
    let resolve = resolve();
    let mut json = Json::default();
    json.members(params);
    let keywords = json.fragments();
    quote! {
        const _: () = {
            const PARAMS: &[::tollgate::__macro::decl::ParamDecl; #count] = &[#(#declarations),*];

            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl ::tollgate::__macro::Argument for #name {
                const SCHEMA: ::tollgate::__macro::decl::Schema =
                    ::tollgate::__macro::decl::Schema::Object(PARAMS);
                const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = #keywords;
                type Wire = Self;

                fn decode(
                    __raw: &::tollgate::__macro::RawValue,
                    _schema: &'static ::tollgate::__macro::decl::Schema,
                    __at: &mut ::tollgate::__macro::Decoder,
                ) -> ::core::option::Option<Self> {
                    let __members = __at.members(__raw, PARAMS);
                    #(#decodes)*
                    match (#(#locals,)*) {
                        (#(::core::option::Option::Some(#locals),)*) if __members.is_object() => {
                            ::core::option::Option::Some(Self { #(#idents: #locals),* })
                        }
                        _ => ::core::option::Option::None,
                    }
                }

                #resolve
            }

            #more
        };
    }
}

/// A closed set of words.
pub(crate) fn words(name: &Ident, choices: &[Choice]) -> TokenStream {
    let count = choices.len();
    let declarations = choices.iter().map(Choice::declaration);
    let variants = choices.iter().map(|choice| &choice.ident);
    let resolve = resolve();
    let keywords = enumeration::keywords(choices).fragments();
    quote! {
        const _: () = {
            const CHOICES: &[::tollgate::__macro::decl::ChoiceDecl; #count] = &[#(#declarations),*];

            #[automatically_derived]
            #[diagnostic::do_not_recommend]
            impl ::tollgate::__macro::Argument for #name {
                const SCHEMA: ::tollgate::__macro::decl::Schema =
                    ::tollgate::__macro::decl::Schema::Choice(CHOICES);
                const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = #keywords;
                type Wire = Self;

                fn decode(
                    __raw: &::tollgate::__macro::RawValue,
                    _schema: &'static ::tollgate::__macro::decl::Schema,
                    __at: &mut ::tollgate::__macro::Decoder,
                ) -> ::core::option::Option<Self> {
                    let index = __at.choice(__raw, CHOICES)?;
                    [#(Self::#variants),*].into_iter().nth(index)
                }

                #resolve
            }
        };
    }
}

/// The least that keeps users of a type with faults from further errors.
pub(crate) fn fallback(input: &DeriveInput) -> TokenStream {
    let name = &input.ident;
    if !input.generics.params.is_empty() {
        // Whatever stands in for a generic type needs bounds, and those would be further errors.
        return TokenStream::new();
    }
    let resolve = resolve();
    quote! {
        const _: () = {
            #[automatically_derived]
            impl ::tollgate::__macro::Argument for #name {
                const SCHEMA: ::tollgate::__macro::decl::Schema =
                    ::tollgate::__macro::decl::Schema::Object(&[]);
                type Wire = Self;

                fn decode(
                    _raw: &::tollgate::__macro::RawValue,
                    _schema: &'static ::tollgate::__macro::decl::Schema,
                    _at: &mut ::tollgate::__macro::Decoder,
                ) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }

                #resolve
            }
        };
    }
}

/// `resolve` of a type that is what it was decoded to.
fn resolve() -> TokenStream {
    quote! {
        fn resolve(
            wire: Self,
            _call: &::tollgate::__macro::Call,
        ) -> ::tollgate::__macro::Resolve<'_, Self> {
            ::tollgate::__macro::Resolve::Ready(wire)
        }
    }
}
