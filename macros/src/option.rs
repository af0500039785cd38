//! An option of the macro as an option of the generated code.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// `Some` or `None`, by their full names.
pub(crate) fn option(value: Option<impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}
