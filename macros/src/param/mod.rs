//! One parameter of a tool, or one field of an argument object: both are declared alike.

mod attribute;
mod check;
mod emit;
mod property;

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;
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
    role: Role,
    name: Option<String>,
    title: Option<String>,
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
    pub(crate) ident: &'a Ident,
    pub(crate) ty: &'a Type,
    pub(crate) attributes: &'a [Attribute],
    pub(crate) role: Role,
}

/// What a named value is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The signature of a tool.
    Parameter,
    /// An argument object.
    Field,
    /// A form, which a person fills in.
    FormField,
    /// A reply. It is not decoded, need not be described, and `#[param(...)]` on it is read by
    /// `#[derive(Argument)]` alone, without which it does not compile.
    ReplyField,
}

impl Role {
    /// What a message calls it.
    const fn noun(self) -> &'static str {
        match self {
            Self::Parameter => "parameter",
            Self::Field | Self::FormField | Self::ReplyField => "field",
        }
    }
}

impl Param {
    /// The name on the wire: what was declared, or the name in the source, `type` for `r#type`.
    pub(crate) fn name(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.ident.unraw().to_string())
    }
}

impl Source<'_> {
    /// How messages name it: ``tool `x`: parameter `y` ``.
    fn whose(&self) -> String {
        format!("{}: {} `{}`", self.owner, self.role.noun(), self.name())
    }

    fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    fn is_decoded(&self) -> bool {
        self.role != Role::ReplyField
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
