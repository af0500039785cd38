//! What makes a declaration valid: a table of contents, one rule set a file.

mod budget;
mod fit;
mod limits;
mod name;
mod signature;

use syn::ext::IdentExt;
use tollgate_decl::Audience;

use super::function::Function;
use super::key;
use super::model::Model;
use super::parse::Args;
use crate::entry::At;
use crate::errors::Errors;
use crate::message;

/// Judges one declaration; `None` if it cannot be a tool. Every rule runs, whatever others said.
pub(super) fn model(function: &Function, args: Args, errors: &mut Errors) -> Option<Model> {
    name::check(function, errors);
    let signature = signature::check(function, errors);
    let described = budget::description(function, args.deprecated.as_ref(), errors);
    let limits = limits::check(function, &args, errors);
    fit::check(function, &args, signature.as_ref(), errors);
    required(function, &args, errors);

    let signature = signature?;
    let (description, manual) = described?;
    Some(Model {
        ident: function.signature.ident.clone(),
        description,
        manual,
        params: signature.params?,
        returns: signature.returns,
        does: args.does?.value,
        scope: args.scope?.value,
        gate: args.gate.map(value),
        audience: args.audience.map_or(Audience::Internal, value),
        permission: args
            .permission
            .map(|at| (at.value.0, at.value.1.map(|when| when.unraw().to_string()))),
        modes: args.modes.into_iter().map(value).collect(),
        effects: args.effects.into_iter().map(value).collect(),
        approval: args.approval.map(value),
        feature: args.feature.map(value),
        limits,
        deprecated: args
            .deprecated
            .map(|(use_instead, until)| (use_instead.value(), until.value())),
    })
}

/// The two keys that have no default, because the safe one would be wrong most of the time.
fn required(function: &Function, args: &Args, errors: &mut Errors) {
    let is_written = |key: &str| args.written.iter().any(|written| written == key);
    for (key, shape, why) in [
        (key::DOES, "does = read", "it decides annotations, rate and audit"),
        (key::SCOPE, "scope = Admin", "it is the least a key needs"),
    ] {
        if !is_written(key) {
            let text = message::missing_key(&function.whose(), key, shape, why);
            errors.at(function.signature.ident.span(), text);
        }
    }
}

fn value<T>(at: At<T>) -> T {
    at.value
}
