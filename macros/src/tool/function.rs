//! The function under `#[tool]`: its signature parsed, its body left alone.
//!
//! A syntax error in the body is rustc's to report, and it reports it better.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Signature, Visibility};

use crate::docs::is_doc;
use crate::param::is_param;

/// A function with an opaque body.
pub(super) struct Function {
    pub(super) attributes: Vec<Attribute>,
    pub(super) visibility: Visibility,
    pub(super) signature: Signature,
    pub(super) body: TokenStream,
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self {
            attributes: input.call(Attribute::parse_outer)?,
            visibility: input.parse()?,
            signature: input.parse()?,
            body: input.parse()?,
        })
    }
}

impl Function {
    /// How messages name the tool.
    pub(super) fn whose(&self) -> String {
        format!("tool `{}`", self.name())
    }

    /// The name on the wire: `move` for `r#move`.
    pub(super) fn name(&self) -> String {
        self.signature.ident.unraw().to_string()
    }

    /// The signature as rustc may see it: without what only this macro reads.
    pub(super) fn bare_signature(&self) -> Signature {
        let mut signature = self.signature.clone();
        for input in &mut signature.inputs {
            let attributes = match input {
                FnArg::Typed(typed) => &mut typed.attrs,
                FnArg::Receiver(receiver) => &mut receiver.attrs,
            };
            attributes.retain(|attribute| !is_doc(attribute) && !is_param(attribute));
        }
        signature
    }
}

/// Whether an attribute is one more `#[tool]`.
pub(super) fn is_tool(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "tool")
}
