//! A parameter as generated code: its constant declaration and the decoding of its value.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Exemption, Literal, Param, Range};
use crate::option::option;
use crate::word::Word;

impl Param {
    /// The `ParamDecl` of an argument. Checks of derived values stand under their literals.
    pub(crate) fn declaration(&self) -> TokenStream {
        let Self { ty, manual, .. } = self;
        let name = self.name();
        let description = self.description.tokens();
        let argument = quote_spanned!(ty.span()=> <#ty as ::tollgate::__macro::Argument>);
        let schema = self.schema(&quote!(#argument::SCHEMA));
        let default = option(self.default_json());
        let check = self.default_check();
        let required = match self.default {
            Some(_) => quote!(false),
            None => quote!(#argument::REQUIRED),
        };
        let exemption = option(self.exemption.as_ref().map(|Exemption { budget, because }| {
            quote!(::tollgate::__macro::decl::Exemption { budget: #budget, because: #because })
        }));
        quote! {
            ::tollgate::__macro::decl::ParamDecl {
                name: #name,
                description: #description,
                manual: #manual,
                schema: { let schema = #schema; #check schema },
                required: #required,
                default: #default,
                exemption: #exemption,
                role: #argument::ROLE,
            }
        }
    }

    /// The `ParamDecl` of a field of a reply.
    pub(crate) fn reply_declaration(&self) -> TokenStream {
        let Self { ty, manual, .. } = self;
        let name = self.name();
        let description = self.description.tokens();
        let output = quote_spanned!(ty.span()=> <#ty as ::tollgate::__macro::Output>);
        quote! {
            ::tollgate::__macro::decl::ParamDecl {
                name: #name,
                description: #description,
                manual: #manual,
                schema: #output::SCHEMA,
                required: #output::REQUIRED,
                default: ::core::option::Option::None,
                exemption: ::core::option::Option::None,
                role: ::tollgate::__macro::decl::Role::Plain,
            }
        }
    }

    /// Decodes the member at `index` into its local variable.
    ///
    /// Every mention of the bound on the type stands under the type, so that a type without it is
    /// one message.
    pub(crate) fn decode(&self, index: usize) -> TokenStream {
        let (local, ty) = (self.local(), &self.ty);
        quote_spanned! {ty.span()=>
            let #local =
                <#ty as ::tollgate::__macro::Argument>::member(__at, &__members, PARAMS, #index);
        }
    }

    /// Replaces what was decoded by what the handler is given.
    pub(crate) fn resolve(&self) -> TokenStream {
        let (local, ty) = (self.local(), &self.ty);
        quote_spanned! {ty.span()=>
            let #local = match <#ty as ::tollgate::__macro::Argument>::resolve(#local, __call) {
                ::tollgate::__macro::Resolve::Ready(value) => value,
                ::tollgate::__macro::Resolve::Pending(lookup) => lookup.await?,
            };
        }
    }

    /// Writes the field of a reply, unless this reply leaves it out.
    pub(crate) fn serialize(&self) -> TokenStream {
        let Self { ident, ty, .. } = self;
        let name = self.name();
        let is_absent = quote_spanned!(ty.span()=> <#ty as ::tollgate::__macro::Output>::is_absent);
        quote! {
            if !#is_absent(&self.#ident) {
                object.serialize_field(#name, &self.#ident)?;
            }
        }
    }

    /// The variable that holds it in generated code: no declared name starts with `_`, and no
    /// name that the expansion itself needs is like it.
    pub(crate) fn local(&self) -> Ident {
        format_ident!("__value_{}", self.ident, span = self.ty.span())
    }

    fn schema(&self, base: &TokenStream) -> TokenStream {
        let name = self.name();
        let mut schema = base.clone();
        if let Some(len) = &self.len {
            let (min, max) = len.value;
            schema = quote_spanned! {len.span=>
                ::tollgate::__macro::decl::check_len(#schema, #name, #min, #max)
            };
        }
        if let Some(range) = &self.range {
            schema = match range.value {
                Range::Integer(min, max) => quote_spanned! {range.span=>
                    ::tollgate::__macro::decl::check_range(#schema, #name, #min, #max)
                },
                Range::Number(min, max) => quote_spanned! {range.span=>
                    ::tollgate::__macro::decl::check_number_range(#schema, #name, #min, #max)
                },
            };
        }
        if let Some(format) = &self.format {
            let word = format.value.tokens();
            schema = quote_spanned! {format.span=>
                ::tollgate::__macro::decl::check_format(#schema, #name, #word)
            };
        }
        schema
    }

    fn default_check(&self) -> TokenStream {
        let Some(default) = &self.default else { return TokenStream::new() };
        let (name, ty) = (self.name(), &self.ty);
        let literal = match &default.value {
            Literal::Text(text) => quote!(Text(#text)),
            Literal::Integer(value) => quote!(Integer(#value)),
            Literal::Number(value) => quote!(Number(#value)),
            Literal::Boolean(value) => quote!(Boolean(#value)),
        };
        quote_spanned! {default.span=>
            ::tollgate::__macro::decl::check_default(
                &schema,
                #name,
                <#ty as ::tollgate::__macro::Argument>::REQUIRED,
                ::tollgate::__macro::decl::Literal::#literal,
            );
        }
    }
}
