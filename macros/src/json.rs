//! JSON that a macro writes as fragments: the text it knows, and constants that only types know.
//!
//! Must not: know a declaration; whoever has one writes its own part.

use proc_macro2::TokenStream;
use quote::quote;

use crate::param::Param;

/// A JSON text in the making.
#[derive(Default)]
pub(crate) struct Json {
    fragments: Vec<TokenStream>,
    /// Text that follows the fragments: what is written in a row becomes one constant.
    text: String,
}

impl Json {
    /// Text that is JSON already.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// An expression of type `&'static str`.
    pub(crate) fn constant(&mut self, json: &TokenStream) {
        self.push(quote!(::tollgate::__macro::decl::Fragment::Json(#json)));
    }

    /// An expression of type `&'static [Fragment]`.
    pub(crate) fn nested(&mut self, fragments: &TokenStream) {
        self.push(quote!(::tollgate::__macro::decl::Fragment::Nested(#fragments)));
    }

    /// The keywords of an object whose members are declared by the constant `PARAMS`.
    pub(crate) fn members(&mut self, params: &[Param]) {
        self.text(",\"properties\":{");
        for (at, param) in params.iter().enumerate() {
            self.text(if at > 0 { "," } else { "" });
            param.write_property(self);
        }
        self.text("}");
        if !params.is_empty() {
            self.push(quote!(::tollgate::__macro::decl::Fragment::Required(PARAMS)));
        }
        self.text(",\"additionalProperties\":false");
    }

    /// The keywords of a form whose members are declared by the constant `PARAMS`.
    pub(crate) fn form_members(&mut self, params: &[Param]) {
        self.text(",\"properties\":{");
        for (at, param) in params.iter().enumerate() {
            self.text(if at > 0 { "," } else { "" });
            param.write_form_property(self);
        }
        self.text("}");
        self.push(quote!(::tollgate::__macro::decl::Fragment::Required(PARAMS)));
    }

    /// The fragments, as a constant of type `&'static [Fragment]`.
    pub(crate) fn fragments(mut self) -> TokenStream {
        self.flush();
        let fragments = self.fragments;
        quote!(&[#(#fragments),*])
    }

    /// The whole text, as a constant of type `&'static str`.
    pub(crate) fn joined(self) -> TokenStream {
        let fragments = self.fragments();
        quote! {{
            const FRAGMENTS: &[::tollgate::__macro::decl::Fragment] = #fragments;
            const BYTES: [u8; ::tollgate::__macro::decl::joined_len(FRAGMENTS)] =
                ::tollgate::__macro::decl::joined(FRAGMENTS);
            ::tollgate::__macro::decl::utf8(&BYTES)
        }}
    }

    fn push(&mut self, fragment: TokenStream) {
        self.flush();
        self.fragments.push(fragment);
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            let text = std::mem::take(&mut self.text);
            self.fragments.push(quote!(::tollgate::__macro::decl::Fragment::Json(#text)));
        }
    }
}
