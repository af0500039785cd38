//! The signature: an `async fn` from `&Call` and described parameters to a `Result`.

use proc_macro2::Span;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{FnArg, Pat, PatType, ReturnType, Safety, Type, Visibility};
use tollgate_decl::PARAMS_MAX;

use super::super::function::{Function, is_tool};
use crate::docs::is_doc;
use crate::errors::Errors;
use crate::message;
use crate::param::{self, Param, Role, Source, is_param};

/// What a signature gives a model.
pub(super) struct Checked {
    /// The names of the parameters, faulty ones included.
    pub(super) names: Vec<String>,
    /// The parameters, or `None` if one of them was reported.
    pub(super) params: Option<Vec<Param>>,
    pub(super) returns: Type,
}

pub(super) fn check(function: &Function, errors: &mut Errors) -> Option<Checked> {
    let name = function.name();
    let mut refuse = |span: Span, what: &str, mend: &str| {
        errors.at(span, message::signature(&name, what, mend));
    };
    qualifiers(function, &mut refuse);
    once(function, &mut refuse);
    let returns = returns(function, &mut refuse);
    let mut inputs = function.signature.inputs.iter();
    match inputs.next() {
        Some(FnArg::Typed(first)) if is_call(&first.ty) => {
            if let Some(attribute) = first.attrs.iter().find(|it| is_doc(it) || is_param(it)) {
                refuse(
                    attribute.path().span(),
                    "`call` is no argument, so it has no description and no `#[param(...)]`",
                    "remove it, or move it to the parameter it is about",
                );
            }
        }
        first => {
            let span = first.map_or_else(|| function.signature.ident.span(), Spanned::span);
            refuse(span, "its first parameter is not `call: &Call`", "add `call: &Call` in front");
            return None;
        }
    }
    let inputs: Vec<_> = inputs.collect();
    if inputs.len() > PARAMS_MAX {
        let text = message::too_many(&function.whose(), "parameters", inputs.len(), PARAMS_MAX);
        errors.at(function.signature.ident.span(), text);
        return None;
    }
    let mut names = Vec::new();
    let mut params = Vec::new();
    for input in &inputs {
        let param = param(function, input, &mut names, errors);
        params.push(param);
    }
    Some(Checked { names, params: params.into_iter().collect(), returns: returns? })
}

fn param(
    function: &Function,
    input: &FnArg,
    names: &mut Vec<String>,
    errors: &mut Errors,
) -> Option<Param> {
    let FnArg::Typed(PatType { pat, ty, attrs, .. }) = input else { return None };
    let Pat::Ident(pattern) = &**pat else {
        let text = message::signature(
            &function.name(),
            "a parameter is a pattern",
            "give it one name; take it apart in the body",
        );
        errors.at(pat.span(), text);
        return None;
    };
    if let Some(condition) =
        attrs.iter().find(|it| it.path().is_ident("cfg") || it.path().is_ident("cfg_attr"))
    {
        let text = message::signature(
            &function.name(),
            "a parameter is conditional, and every build must publish the same schema",
            "move the condition into the body",
        );
        errors.at(condition.path().span(), text);
        return None;
    }
    names.push(pattern.ident.unraw().to_string());
    let owner = function.whose();
    let source = Source {
        owner: &owner,
        ident: &pattern.ident,
        ty,
        attributes: attrs,
        role: Role::Parameter,
    };
    param::read(&source, errors)
}

fn qualifiers(function: &Function, refuse: &mut impl FnMut(Span, &str, &str)) {
    let signature = &function.signature;
    if signature.asyncness.is_none() {
        refuse(signature.fn_token.span, "it is not async", "write `pub async fn`");
    }
    if matches!(function.visibility, Visibility::Inherited) {
        refuse(
            signature.ident.span(),
            "it is private, and the registry names it by its path",
            "write `pub async fn`",
        );
    }
    if let Some(token) = &signature.constness {
        refuse(token.span, "it is `const`", "remove `const`");
    }
    if let Safety::Unsafe(token) = &signature.safety {
        refuse(token.span, "it is `unsafe`, and the server calls it", "remove `unsafe`");
    }
    if let Some(abi) = &signature.abi {
        refuse(abi.extern_token.span, "it has a foreign ABI", "remove `extern`");
    }
    let generics = &signature.generics;
    if !generics.params.is_empty() || generics.where_clause.is_some() {
        refuse(
            generics.span(),
            "it is generic, and a schema has concrete types",
            "write the types out",
        );
    }
}

/// A second `#[tool]` would declare everything twice, and rustc would say so in a dozen errors.
fn once(function: &Function, refuse: &mut impl FnMut(Span, &str, &str)) {
    for attribute in function.attributes.iter().filter(|attribute| is_tool(attribute)) {
        refuse(attribute.path().span(), "`#[tool]` is given twice", "keep one of them");
    }
}

fn returns(function: &Function, refuse: &mut impl FnMut(Span, &str, &str)) -> Option<Type> {
    match &function.signature.output {
        ReturnType::Type(_, ty) => Some((**ty).clone()),
        ReturnType::Default => {
            refuse(
                function.signature.ident.span(),
                "it returns nothing",
                "return `Result<Reply, Error>`, the reply with `#[derive(Reply)]`",
            );
            None
        }
    }
}

fn is_call(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) if reference.mutability.is_none() => match &*reference.elem {
            Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Call"),
            _ => false,
        },
        _ => false,
    }
}
