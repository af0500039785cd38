//! One parameter of a tool, or one field of an argument object: both are declared alike.

mod attribute;
mod check;
mod emit;

use proc_macro2::{Ident, Span};
use syn::{Attribute, Type};
use tollgate_decl::Format;

pub(crate) use attribute::is_param;
pub(crate) use check::offender;

use crate::docs::{Description, Docs};
use crate::entry::At;
use crate::errors::Errors;

/// A parameter that has passed every check of the macro.
pub(crate) struct Param {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    description: Description,
    manual: String,
    len: Option<At<(u32, u32)>>,
    range: Option<At<Range>>,
    format: Option<At<Format>>,
    default: Option<At<Literal>>,
    exemption: Option<Exemption>,
}

/// Bounds of a number.
#[derive(Clone, Copy)]
enum Range {
    Integer(i64, i64),
    Number(f64, f64),
}

/// The literal of a default.
#[derive(Clone)]
enum Literal {
    Text(String),
    Integer(i64),
    Number(f64),
    Boolean(bool),
}

struct Exemption {
    budget: usize,
    because: String,
}

/// What a parameter is made of, before anything is checked.
pub(crate) struct Source<'a> {
    /// What a message calls the declaration that holds it, such as ``tool `send_message` ``.
    pub(crate) owner: &'a str,
    /// What a message calls it, `parameter` or `field`.
    pub(crate) noun: &'a str,
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    pub(crate) attributes: &'a [Attribute],
    /// Whether it is decoded; a field of a reply is not, and need not be described.
    pub(crate) is_argument: bool,
}

impl Source<'_> {
    /// How messages name it: ``tool `x`: parameter `y` ``.
    fn whose(&self) -> String {
        format!("{}: {} `{}`", self.owner, self.noun, self.ident)
    }

    fn span(&self) -> Span {
        self.ident.span()
    }
}

/// Reads and checks one parameter; `None` if anything was reported.
pub(crate) fn read(source: &Source<'_>, errors: &mut Errors) -> Option<Param> {
    let docs = Docs::parse(source.attributes, errors);
    let raw = attribute::parse(source, errors)?;
    check::param(source, docs, raw, errors)
}
