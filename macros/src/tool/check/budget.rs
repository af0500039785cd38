//! The budget of a tool's own description.

use syn::LitStr;
use tollgate_decl::DESCRIPTION_BYTES_MAX;

use super::super::function::Function;
use crate::docs::{Description, Docs};
use crate::errors::Errors;
use crate::message;

/// The description, with the mark of a deprecated tool in front, and the manual.
pub(super) fn description(
    function: &Function,
    deprecated: Option<&(LitStr, LitStr)>,
    errors: &mut Errors,
) -> Option<(Description, String)> {
    let docs = Docs::parse(&function.attributes, errors);
    let whose = function.whose();
    if docs.span().is_none() {
        if !docs.is_faulty {
            let span = function.signature.ident.span();
            errors.at(span, message::description_missing(&whose));
        }
        return None;
    }
    let mark = deprecated
        .map(|(use_instead, _)| format!("[deprecated → {}] ", use_instead.value()))
        .unwrap_or_default();
    let text = format!("{mark}{}", docs.description());
    if let Some(line) = docs.line_over(mark.len(), DESCRIPTION_BYTES_MAX) {
        let what = if mark.is_empty() { "its description" } else { "its marked description" };
        let over = message::description_over(&whose, what, text.len(), DESCRIPTION_BYTES_MAX);
        errors.at(line, over);
        return None;
    }
    Some((Description::checked(text), docs.manual))
}
