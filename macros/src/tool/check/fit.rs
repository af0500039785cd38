//! Keys that contradict each other. Each rule says why it exists.

use proc_macro2::Span;
use syn::ext::IdentExt;
use tollgate_decl::{Approval, Audience, Does, Mode, Scope};

use super::super::function::Function;
use super::super::parse::Args;
use super::signature::Checked;
use crate::errors::Errors;
use crate::message;
use crate::word::nearest;

pub(super) fn check(
    function: &Function,
    args: &Args,
    signature: Option<&Checked>,
    errors: &mut Errors,
) {
    let whose = function.whose();
    modes(&whose, args, errors);
    if let Some(signature) = signature {
        when(&whose, args, signature, errors);
    }
    let mut refuse = |span: Span, what: &str, mend: &str| {
        errors.at(span, message::contradiction(&whose, what, mend));
    };
    read(args, &mut refuse);
    approval(args, &mut refuse);
    external(args, &mut refuse);
    deprecated(function, args, &mut refuse);
}

/// Chat is in every set of modes; listing it would suggest that it can be left out.
fn modes(whose: &str, args: &Args, errors: &mut Errors) {
    for mode in args.modes.iter().filter(|mode| mode.value == Mode::Chat) {
        errors.at(mode.span, message::chat_is_implied(whose));
    }
}

/// A permission that depends on a parameter must name one.
fn when(whose: &str, args: &Args, signature: &Checked, errors: &mut Errors) {
    let Some(permission) = &args.permission else { return };
    let Some(when) = &permission.value.1 else { return };
    let known: Vec<&str> = signature.names.iter().map(String::as_str).collect();
    let name = when.unraw().to_string();
    if !known.contains(&name.as_str()) {
        let nearest = nearest(&name, known.iter().copied());
        errors.at(when.span(), message::unknown_when(whose, &name, nearest, &known));
    }
}

/// A tool that only reads has nothing to approve and no effect that changes anything.
fn read(args: &Args, refuse: &mut impl FnMut(Span, &str, &str)) {
    if args.does.as_ref().is_none_or(|does| does.value != Does::Read) {
        return;
    }
    if let Some(approval) = &args.approval {
        refuse(
            approval.span,
            "`does = read` changes nothing, so there is nothing to approve",
            "drop `approval`, or say `does = write`",
        );
    }
    for effect in args.effects.iter().filter(|effect| !effect.value.fits_read()) {
        refuse(
            effect.span,
            &format!("`does = read` cannot have the effect `{}`", effect.value.word()),
            "drop the effect, or say `does = write` or `does = destroy`",
        );
    }
}

/// How loudly a human is asked must fit what can happen.
fn approval(args: &Args, refuse: &mut impl FnMut(Span, &str, &str)) {
    let (Some(does), Some(approval)) = (&args.does, &args.approval) else { return };
    match (does.value, approval.value) {
        (Does::Destroy, Approval::Info | Approval::Warning) => refuse(
            approval.span,
            "`does = destroy` cannot be taken back, and the approval does not say so",
            "say `approval = destructive`",
        ),
        (Does::Write, Approval::Destructive) => refuse(
            approval.span,
            "`does = write` can be taken back, and the approval says it cannot",
            "say `does = destroy`, or `approval = warning`",
        ),
        _ => {}
    }
}

/// An external key holds five scopes at most and has no agent whose switches could be on.
fn external(args: &Args, refuse: &mut impl FnMut(Span, &str, &str)) {
    let Some(audience) = &args.audience else { return };
    if audience.value != Audience::External {
        return;
    }
    if let Some(scope) = args.scope.as_ref().filter(|scope| !scope.value.is_external()) {
        let grantable: Vec<_> =
            Scope::ALL.iter().filter(|scope| scope.is_external()).map(|s| s.word()).collect();
        refuse(
            audience.span,
            &format!("no external key can hold the scope `{}`", scope.value.word()),
            &format!("take one of {}, or drop `audience`", grantable.join(", ")),
        );
    }
    if let Some(gate) = args.gate.as_ref().filter(|gate| !gate.value.fits_external()) {
        refuse(
            audience.span,
            &format!("the gate `{}` is never open for an external key", gate.value.word()),
            "drop the gate, or drop `audience`",
        );
    }
}

/// A deprecated tool is replaced by another one, whose name can be a name.
fn deprecated(function: &Function, args: &Args, refuse: &mut impl FnMut(Span, &str, &str)) {
    let Some((use_instead, until)) = &args.deprecated else { return };
    let name = use_instead.value();
    if name == function.name() {
        refuse(use_instead.span(), "it is to be replaced by itself", "name the new tool");
    } else if name.is_empty() || crate::param::offender(&name).is_some() {
        refuse(
            use_instead.span(),
            &format!("`{name}` cannot be the name of a tool"),
            "name the new tool",
        );
    }
    if until.value().trim().is_empty() {
        refuse(until.span(), "`until` is empty", "name the release in which the old name goes");
    }
}
