//! The named fields of a derived struct.

use syn::{Data, DeriveInput, Fields};

use crate::errors::Errors;
use crate::message;
use crate::param::{self, Param, Role, Source};
use crate::types;

/// What a derive was put on.
pub(crate) enum Shape<'a> {
    /// A struct with these fields.
    Object(&'a syn::FieldsNamed),
    /// An enum of these variants.
    Words(&'a syn::DataEnum),
}

/// Takes the item apart; reports what no derive here takes.
pub(crate) fn shape<'a>(
    input: &'a DeriveInput,
    derive: &str,
    errors: &mut Errors,
) -> Option<Shape<'a>> {
    let has_generics = !input.generics.params.is_empty();
    match &input.data {
        Data::Struct(data) if !has_generics => {
            if let Fields::Named(fields) = &data.fields {
                return Some(Shape::Object(fields));
            }
        }
        Data::Enum(data) if !has_generics => return Some(Shape::Words(data)),
        _ => {}
    }
    errors.at(input.ident.span(), message::derive_shape(&input.ident.to_string(), derive));
    None
}

/// Reads and checks every field; `None` if anything was reported.
pub(crate) fn read(
    input: &DeriveInput,
    fields: &syn::FieldsNamed,
    role: Role,
    errors: &mut Errors,
) -> Option<Vec<Param>> {
    let owner = format!("`{}`", input.ident);
    let mut params = Vec::new();
    let mut is_whole = true;
    for field in &fields.named {
        // A named field has a name; the shape above says so.
        let Some(ident) = &field.ident else { continue };
        if types::mentions(&field.ty, &input.ident) {
            let whose = format!("{owner}: field `{ident}`");
            errors.at(ident.span(), message::recursive(&whose, &input.ident.to_string()));
            is_whole = false;
            continue;
        }
        let source = Source { owner: &owner, ident, ty: &field.ty, attributes: &field.attrs, role };
        match param::read(&source, errors) {
            Some(param) if params.iter().any(|earlier: &Param| earlier.name() == param.name()) => {
                let whose = format!("{owner}: field `{ident}`");
                errors.at(ident.span(), message::repeated_name(&whose, &param.name()));
                is_whole = false;
            }
            Some(param) => params.push(param),
            None => is_whole = false,
        }
    }
    let limit = tollgate_decl::PARAMS_MAX;
    if params.len() > limit {
        let text = message::too_many(&owner, "fields", params.len(), limit);
        errors.at(input.ident.span(), text);
        is_whole = false;
    }
    is_whole.then_some(params)
}
