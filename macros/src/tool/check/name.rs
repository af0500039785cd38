//! The name of a tool, which is the name of its function.

use tollgate_decl::TOOL_NAME_BYTES_MAX;

use super::super::function::Function;
use crate::errors::Errors;
use crate::message;
use crate::param::offender;

pub(super) fn check(function: &Function, errors: &mut Errors) {
    let name = function.name();
    let span = function.signature.ident.span();
    if let Some(offender) = offender(&name) {
        errors.at(span, message::name_characters(&function.whose(), offender));
    }
    if name.len() > TOOL_NAME_BYTES_MAX {
        errors.at(span, message::name_length(&name, name.len(), TOOL_NAME_BYTES_MAX));
    }
}
