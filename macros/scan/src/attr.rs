//! What the attributes of an item say to the finder.
//!
//! Lives here: which attribute marks a tool, `#[cfg]`, `#[path]`.
//! Must not: read the arguments of `#[tool]`; they are the macro's.

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Lit, Meta, Path, Token};

/// The last word of every path of the attribute that marks a tool.
pub(crate) const ATTRIBUTE: &str = "tool";

/// In which builds an item exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Presence {
    /// In every build.
    Always,
    /// In some builds.
    Sometimes,
    /// In test builds alone.
    Test,
}

/// Whether the item is a tool. A tool behind `#[cfg_attr]` counts: see [`presence`].
pub(crate) fn is_tool(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        is_tool_path(attr.path())
            || conditional(attr).iter().any(|inner| is_tool_path(inner.path()))
    })
}

/// Any path that ends in `tool`: modules can be imported and exported under any name, and a tool
/// that is missed is worse than an attribute of somebody else that the compiler then stumbles over.
pub(crate) fn is_tool_path(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == ATTRIBUTE)
}

/// In which builds an item with these attributes exists as it is written.
pub(crate) fn presence(attrs: &[Attribute]) -> Presence {
    let mut presence = Presence::Always;
    for attr in attrs {
        let this = if attr.path().is_ident("cfg") {
            match attr.parse_args::<Meta>() {
                Ok(predicate) if needs_test(&predicate) => Presence::Test,
                _ => Presence::Sometimes,
            }
        } else if conditional(attr).iter().any(|inner| {
            let path = inner.path();
            path.is_ident("cfg") || path.is_ident("path") || is_tool_path(path)
        }) {
            Presence::Sometimes
        } else {
            Presence::Always
        };
        presence = presence.max(this);
    }
    presence
}

/// The file that `#[path = "…"]` names.
pub(crate) fn path(attrs: &[Attribute]) -> Option<String> {
    attrs.iter().find(|attr| attr.path().is_ident("path")).and_then(|attr| {
        let Meta::NameValue(pair) = &attr.meta else { return None };
        let Expr::Lit(value) = &pair.value else { return None };
        let Lit::Str(value) = &value.lit else { return None };
        Some(value.value())
    })
}

/// `test`, or `all(..)` with such a predicate in it.
fn needs_test(predicate: &Meta) -> bool {
    match predicate {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => {
            metas(list.tokens.clone()).iter().any(needs_test)
        }
        Meta::List(_) | Meta::NameValue(_) => false,
    }
}

/// The attributes that `#[cfg_attr(predicate, ..)]` adds.
fn conditional(attr: &Attribute) -> Vec<Meta> {
    match &attr.meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            metas(list.tokens.clone()).into_iter().skip(1).collect()
        }
        _ => Vec::new(),
    }
}

/// A list of attribute contents; empty if it is not one, which rustc then reports.
fn metas(tokens: proc_macro2::TokenStream) -> Vec<Meta> {
    Punctuated::<Meta, Token![,]>::parse_terminated
        .parse2(tokens)
        .map(|list| list.into_iter().collect())
        .unwrap_or_default()
}
