//! Generated code of `#[tool]`: the function, the type that carries its name, its declaration.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use tollgate_decl::Does;

use super::function::{Function, is_tool};
use super::model::Model;
use crate::errors::Errors;
use crate::json::Json;
use crate::option::option;
use crate::param::Param;
use crate::word::Word;

/// The whole expansion of a valid declaration.
pub(super) fn tool(function: &Function, model: &Model) -> TokenStream {
    let item = item(function);
    let params = params(model);
    let decl = decl(model);
    let checks = checks(model);
    let declared = declared(model);
    quote! {
        #item
        const _: () = {
            #params
            #decl
            #checks
            #declared
        };
    }
}

/// The function again, a placeholder declaration, and every error under its span.
pub(super) fn fallback(function: &Function, errors: Errors) -> TokenStream {
    let item = item(function);
    let ident = &function.signature.ident;
    let name = function.name();
    let errors = errors.into_tokens();
    quote! {
        #item
        #[automatically_derived]
        impl ::tollgate::__macro::Declared for #ident {
            const DECL: &'static ::tollgate::__macro::decl::ToolDecl =
                &::tollgate::__macro::decl::ToolDecl {
                    name: #name,
                    ..::tollgate::__macro::decl::ToolDecl::BLANK
                };

            fn prepare(
                _arguments: &::tollgate::__macro::RawValue,
            ) -> ::core::result::Result<
                ::tollgate::__macro::Prepared,
                ::tollgate::__macro::Faults,
            > {
                ::core::result::Result::Err(::core::default::Default::default())
            }
        }
        #errors
    }
}

/// The function as written, and the type of the same name and path that declares it.
fn item(function: &Function) -> TokenStream {
    let Function { visibility, body, .. } = function;
    let attributes = function.attributes.iter().filter(|attribute| !is_tool(attribute));
    let signature = function.bare_signature();
    let ident = &signature.ident;
    quote! {
        #(#attributes)*
        #[allow(clippy::too_many_arguments)]
        #visibility #signature #body

        #[doc(hidden)]
        #[allow(missing_debug_implementations, non_camel_case_types)]
        #visibility struct #ident {}
    }
}

fn params(model: &Model) -> TokenStream {
    let count = model.params.len();
    let declarations = model.params.iter().map(Param::declaration);
    quote! {
        const PARAMS: &[::tollgate::__macro::decl::ParamDecl; #count] = &[#(#declarations),*];
    }
}

/// The declaration: what was said, and what `tools/list` shows of it.
fn decl(model: &Model) -> TokenStream {
    let name = model.name();
    let Model { manual, .. } = model;
    let description = model.description.tokens();
    let does = model.does.tokens();
    let scope = model.scope.tokens();
    let audience = model.audience.tokens();
    let gate = option(model.gate.map(Word::tokens));
    let approval = option(model.approval.map(Word::tokens));
    let feature = option(model.feature.map(Word::tokens));
    let modes = model.modes.iter().map(|mode| mode.tokens());
    let effects = model.effects.iter().map(|effect| effect.tokens());
    let permission = option(model.permission.as_ref().map(|(permission, when)| {
        let permission = permission.tokens();
        let when = option(when.as_ref().map(|when| quote!(#when)));
        quote!(::tollgate::__macro::decl::PermissionRule { permission: #permission, when: #when })
    }));
    let deprecated = option(model.deprecated.as_ref().map(|(use_instead, until)| {
        quote!(::tollgate::__macro::decl::Deprecation { use_instead: #use_instead, until: #until })
    }));
    let limits = limits(model);
    let line = quote_spanned!(model.ident.span()=> ::core::line!());
    let returns = &model.returns;
    let returned = quote_spanned!(returns.span()=> <#returns as ::tollgate::__macro::Returned>);
    let reply = quote_spanned!(returns.span()=> #returned::SCHEMA);
    let has_blocks = quote_spanned!(returns.span()=> #returned::HAS_BLOCKS);
    let output_schema = quote_spanned!(returns.span()=> #returned::OUTPUT_SCHEMA);
    let list_object = list_object(model).joined();
    quote! {
        const DECL: ::tollgate::__macro::decl::ToolDecl = ::tollgate::__macro::decl::ToolDecl {
            name: #name,
            family: ::tollgate::__macro::decl::family_of(::core::module_path!()),
            place: ::tollgate::__macro::decl::Place { file: ::core::file!(), line: #line },
            description: #description,
            manual: #manual,
            params: PARAMS,
            reply: #reply,
            has_blocks: #has_blocks,
            does: #does,
            scope: #scope,
            gate: #gate,
            audience: #audience,
            permission: #permission,
            modes: ::tollgate::__macro::decl::Modes::CHAT #(.with(#modes))*,
            effects: &[#(#effects),*],
            approval: #approval,
            feature: #feature,
            limits: #limits,
            deprecated: #deprecated,
            list_object: #list_object,
            output_schema: #output_schema,
        };
    }
}

/// The object of `tools/list`.
fn list_object(model: &Model) -> Json {
    let mut json = Json::default();
    let (name, description) = (model.name(), model.description.json());
    json.text(&format!("{{\"name\":\"{name}\",\"description\":\"{description}\""));
    json.text(",\"inputSchema\":{\"type\":\"object\"");
    json.members(&model.params);
    // Only what differs from the protocol's own defaults, or what a client must not guess.
    json.text("},\"annotations\":{");
    json.text(match model.does {
        Does::Read => "\"readOnlyHint\":true",
        Does::Write => "\"readOnlyHint\":false,\"destructiveHint\":false",
        Does::Destroy => "\"readOnlyHint\":false,\"destructiveHint\":true",
    });
    if !model.effects.iter().any(|effect| effect.is_open_world()) {
        json.text(",\"openWorldHint\":false");
    }
    json.text("}}");
    json
}

fn limits(model: &Model) -> TokenStream {
    let timeout_ms = model.limits.timeout_ms;
    let reply_chars = model.limits.reply_chars;
    let concurrency = model.limits.concurrency;
    quote! {
        ::tollgate::__macro::decl::Limits {
            timeout_ms: #timeout_ms,
            reply_chars: #reply_chars,
            concurrency: #concurrency,
        }
    }
}

/// Checks of derived values, under what they judge.
fn checks(model: &Model) -> TokenStream {
    let span = model.ident.span();
    let size = quote_spanned!(span=> ::tollgate::__macro::decl::check_list_object(&DECL));
    let reply = quote_spanned! {model.returns.span()=>
        ::tollgate::__macro::decl::check_reply(&DECL)
    };
    let when = model.permission.as_ref().and_then(|(_, when)| when.as_ref()).map(|_| {
        let when = quote_spanned!(span=> ::tollgate::__macro::decl::check_when(&DECL));
        quote!(const _: () = #when;)
    });
    quote! {
        const _: () = #size;
        const _: () = #reply;
        #when
    }
}

fn declared(model: &Model) -> TokenStream {
    let ident = &model.ident;
    let returns = &model.returns;
    let answer = quote_spanned! {returns.span()=>
        <#returns as ::tollgate::__macro::Returned>::into_answer
    };
    let decodes = model.params.iter().enumerate().map(|(index, param)| param.decode(index));
    let locals: Vec<_> = model.params.iter().map(Param::local).collect();
    let resolves = model.params.iter().map(Param::resolve);
    quote! {
        #[automatically_derived]
        impl ::tollgate::__macro::Declared for #ident {
            const DECL: &'static ::tollgate::__macro::decl::ToolDecl = &DECL;

            fn prepare(
                __arguments: &::tollgate::__macro::RawValue,
            ) -> ::core::result::Result<
                ::tollgate::__macro::Prepared,
                ::tollgate::__macro::Faults,
            > {
                let __at = &mut ::tollgate::__macro::Decoder::new();
                let __members = __at.members(__arguments, PARAMS);
                #(#decodes)*
                match (#(#locals,)*) {
                    (#(::core::option::Option::Some(#locals),)*) if __at.is_clean() => {
                        ::core::result::Result::Ok(::tollgate::__macro::Prepared::new(
                            __members.given(),
                            move |__call| ::std::boxed::Box::pin(async move {
                                #(#resolves)*
                                #answer(#ident(__call, #(#locals),*).await)
                            }),
                        ))
                    }
                    _ => ::core::result::Result::Err(__at.take_faults()),
                }
            }
        }
    }
}
