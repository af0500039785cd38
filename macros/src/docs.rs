//! Doc comments: the first paragraph is the description, the rest is the manual.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use crate::errors::Errors;
use crate::escape;
use crate::message;

/// One doc comment, taken apart.
#[derive(Debug, Default)]
pub(crate) struct Docs {
    /// The lines of the first paragraph.
    description: Vec<(String, Span)>,
    /// Everything after it.
    pub(crate) manual: String,
    /// Whether something was reported, so that nothing is missing as well.
    pub(crate) is_faulty: bool,
}

/// A description that has passed its budget.
#[derive(Debug, Clone, Default)]
pub(crate) struct Description(String);

impl Docs {
    /// Reads the doc attributes of an item, a parameter, a field or a variant.
    pub(crate) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut lines: Vec<(String, Span)> = Vec::new();
        let mut is_faulty = false;
        for attribute in attributes.iter().filter(|attribute| is_doc(attribute)) {
            match literal(attribute) {
                Some(text) => lines.extend(
                    text.value()
                        .lines()
                        .map(|line| {
                            (line.strip_prefix(' ').unwrap_or(line).to_owned(), text.span())
                        })
                        .chain(text.value().is_empty().then(|| (String::new(), text.span()))),
                ),
                None => {
                    is_faulty = true;
                    errors.at(attribute.span(), message::docs_not_literal());
                }
            }
        }
        let is_blank = |(line, _): &(String, Span)| line.trim().is_empty();
        let start = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
        let mut description = lines.split_off(start);
        let end = description.iter().position(is_blank).unwrap_or(description.len());
        let manual = description.split_off(end);
        for (line, span) in &description {
            if let Some(hidden) = line.trim().chars().find(|character| is_hidden(*character)) {
                is_faulty = true;
                errors.at(*span, message::description_hidden(hidden));
            }
        }
        let manual: Vec<_> = manual.into_iter().map(|(line, _)| line).collect();
        Self { description, manual: manual.join("\n").trim().to_owned(), is_faulty }
    }

    /// Where the description starts, or `None` if there is none.
    pub(crate) fn span(&self) -> Option<Span> {
        self.description.first().map(|(_, span)| *span)
    }

    /// The description as one line.
    pub(crate) fn description(&self) -> String {
        let lines: Vec<_> = self.description.iter().map(|(line, _)| line.trim()).collect();
        lines.join(" ")
    }

    /// The line in which the description, after `prefix` bytes, passes `limit` bytes.
    pub(crate) fn line_over(&self, prefix: usize, limit: usize) -> Option<Span> {
        let mut bytes = prefix;
        for (index, (line, span)) in self.description.iter().enumerate() {
            bytes += line.trim().len() + usize::from(index > 0);
            if bytes > limit {
                return Some(*span);
            }
        }
        None
    }
}

impl Description {
    /// Only a budget check may call this.
    pub(crate) fn checked(text: String) -> Self {
        Self(text)
    }

    /// The text escaped for the inside of a JSON string.
    pub(crate) fn json(&self) -> String {
        escape::json(&self.0)
    }

    /// The constant text, plain and escaped.
    pub(crate) fn tokens(&self) -> TokenStream {
        let (plain, json) = (&self.0, self.json());
        quote!(::tollgate::__macro::decl::Text { plain: #plain, json: #json })
    }
}

/// Whether an attribute is a line of a doc comment, not `#[doc(hidden)]` or its like.
pub(crate) fn is_doc(attribute: &Attribute) -> bool {
    attribute.path().is_ident("doc") && matches!(attribute.meta, Meta::NameValue(_))
}

/// Whether a model would read a character that nobody sees in a review: controls, marks of
/// direction, joints and tags without width. The joiners of emoji and of Persian stay.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

fn literal(attribute: &Attribute) -> Option<&LitStr> {
    match &attribute.meta {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text),
            _ => None,
        },
        _ => None,
    }
}
