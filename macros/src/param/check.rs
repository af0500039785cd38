//! The rules of one parameter that its literals alone decide.

use syn::spanned::Spanned;
use tollgate_decl::{DESCRIPTION_BYTES_MAX, EXEMPTION_BYTES_MAX, PARAM_NAME_BYTES_MAX};

use super::attribute::Raw;
use super::{Exemption, Param, Role, Source};
use crate::docs::{Description, Docs};
use crate::errors::Errors;
use crate::message;
use crate::types;

/// Judges one parameter; `None` if anything was reported.
pub(super) fn param(
    source: &Source<'_>,
    docs: Docs,
    raw: Raw,
    errors: &mut Errors,
) -> Option<Param> {
    let is_named = name(source, &raw, errors);
    let is_portable = portable(source, errors);
    let exemption = exemption(source, &raw, errors);
    // Without its exemption a text would be over the common limit too: one mistake, one message.
    let description = match raw.has_exemption && exemption.is_none() {
        true => None,
        false => description(source, &docs, exemption.as_ref(), errors),
    };
    if !(is_named && is_portable) {
        return None;
    }
    Some(Param {
        ident: source.ident.clone(),
        ty: source.ty.clone(),
        role: source.role,
        name: raw.name.map(|name| name.value()),
        title: raw.title.map(|title| title.value()),
        description: description?,
        manual: docs.manual,
        len: raw.len,
        range: raw.range,
        format: raw.format,
        default: raw.default,
        exemption,
    })
}

fn name(source: &Source<'_>, raw: &Raw, errors: &mut Errors) -> bool {
    if let Some(name) = &raw.name {
        return declared_name(source, name, errors);
    }
    let name = source.name();
    if let Some(offender) = offender(&name) {
        errors.at(source.span(), message::name_characters(&source.whose(), offender));
        return false;
    }
    if name.len() > PARAM_NAME_BYTES_MAX {
        let text = message::param_name_length(&source.whose(), name.len(), PARAM_NAME_BYTES_MAX);
        errors.at(source.span(), text);
        return false;
    }
    true
}

/// A name that somebody else has chosen, and spells as they like.
fn declared_name(source: &Source<'_>, name: &syn::LitStr, errors: &mut Errors) -> bool {
    let (text, whose) = (name.value(), source.whose());
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) || !text.chars().all(is_inside)
    {
        errors.at(name.span(), message::declared_name_characters(&whose, &text));
        return false;
    }
    if text.len() > PARAM_NAME_BYTES_MAX {
        let text = message::param_name_length(&whose, text.len(), PARAM_NAME_BYTES_MAX);
        errors.at(name.span(), text);
        return false;
    }
    true
}

/// The first character that `^[a-z][a-z0-9_]*$` does not allow.
pub(crate) fn offender(name: &str) -> Option<char> {
    name.char_indices()
        .find(|(at, c)| !(c.is_ascii_lowercase() || *at > 0 && (c.is_ascii_digit() || *c == '_')))
        .map(|(_, c)| c)
}

fn portable(source: &Source<'_>, errors: &mut Errors) -> bool {
    let instead = match source.role {
        Role::Parameter | Role::Field | Role::FormField => types::instead_of(source.ty),
        Role::ReplyField => types::instead_of_in_reply(source.ty),
    };
    if let Some(instead) = instead {
        let ty = types::spelled(source.ty);
        errors.at(source.ty.span(), message::unportable(&source.whose(), &ty, instead));
    }
    instead.is_none()
}

fn exemption(source: &Source<'_>, raw: &Raw, errors: &mut Errors) -> Option<Exemption> {
    let whose = source.whose();
    if raw.has_exemption && source.role == Role::Field {
        errors.at(source.attribute_span(), message::exemption_of_field(&whose));
        return None;
    }
    let Some(budget) = &raw.budget else {
        if let Some(because) = &raw.because {
            errors.at(because.span(), message::reason_without_exemption(&whose));
        }
        return None;
    };
    let least = DESCRIPTION_BYTES_MAX + 1;
    let bytes = usize::try_from(budget.value).unwrap_or(usize::MAX);
    if !(least..=EXEMPTION_BYTES_MAX).contains(&bytes) {
        let text = message::exemption_range(&whose, budget.value, least, EXEMPTION_BYTES_MAX);
        errors.at(budget.span, text);
        return None;
    }
    let reason = raw.because.as_ref().map(|because| because.value());
    match reason.filter(|reason| !reason.trim().is_empty()) {
        Some(because) => Some(Exemption { budget: bytes, because }),
        None => {
            let span = raw.because.as_ref().map_or(budget.span, syn::LitStr::span);
            errors.at(span, message::exemption_without_reason(&whose));
            None
        }
    }
}

fn description(
    source: &Source<'_>,
    docs: &Docs,
    exemption: Option<&Exemption>,
    errors: &mut Errors,
) -> Option<Description> {
    let text = docs.description();
    let what = "its description";
    if docs.span().is_none() && source.is_decoded() {
        if !docs.is_faulty {
            errors.at(source.span(), message::description_missing(&source.whose()));
        }
        return None;
    }
    let limit = exemption.map_or(DESCRIPTION_BYTES_MAX, |exemption| exemption.budget);
    if let Some(line) = docs.line_over(0, limit) {
        errors.at(line, message::description_over(&source.whose(), what, text.len(), limit));
        return None;
    }
    if exemption.is_some() && text.len() <= DESCRIPTION_BYTES_MAX {
        let span = source.attribute_span();
        let unneeded =
            message::exemption_unneeded(&source.whose(), text.len(), DESCRIPTION_BYTES_MAX);
        errors.at(span, unneeded);
        return None;
    }
    Some(Description::checked(text))
}

impl Source<'_> {
    fn attribute_span(&self) -> proc_macro2::Span {
        let attribute = self.attributes.iter().find(|attribute| super::is_param(attribute));
        attribute.map_or_else(|| self.span(), |attribute| attribute.path().span())
    }
}
