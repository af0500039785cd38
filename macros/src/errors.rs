//! The errors of one expansion, all of them, each with its own span.

use proc_macro2::{Span, TokenStream};

/// Collects errors; panics when dropped unread, so that none is ever lost.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    errors: Vec<syn::Error>,
    is_read: bool,
}

impl Errors {
    /// Reports a message at a span.
    pub(crate) fn at(&mut self, span: Span, message: impl Into<String>) {
        self.errors.push(syn::Error::new(span, message.into()));
    }

    /// Reports what the parser said.
    pub(crate) fn syntax(&mut self, error: syn::Error) {
        self.errors.push(error);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Every error as a `compile_error!` under its span.
    pub(crate) fn into_tokens(mut self) -> TokenStream {
        self.is_read = true;
        self.errors.iter().map(syn::Error::to_compile_error).collect()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(
            self.is_read || self.errors.is_empty() || std::thread::panicking(),
            "errors of an expansion were collected and never reported"
        );
    }
}
