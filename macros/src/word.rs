//! Words of the closed vocabularies, as a declaration spells them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use tollgate_decl::{
    Approval, Audience, Does, Effect, Feature, Format, Gate, Mode, Permission, Scope,
};

/// A vocabulary that attributes draw from.
pub(crate) trait Word: Copy + PartialEq + 'static {
    /// What a message calls one word of it.
    const NOUN: &'static str;
    /// The type of the vocabulary, by its name.
    const TYPE: &'static str;

    fn all() -> &'static [Self];
    fn word(self) -> &'static str;
    fn variant(self) -> String;

    /// The word spelled so.
    fn parse(text: &str) -> Option<Self> {
        Self::all().iter().copied().find(|word| word.word() == text)
    }

    /// The path of the word in generated code.
    fn tokens(self) -> TokenStream {
        let ty = Ident::new(Self::TYPE, Span::call_site());
        let variant = Ident::new(&self.variant(), Span::call_site());
        quote!(::tollgate::__macro::decl::#ty::#variant)
    }
}

macro_rules! words {
    ($($ty:ident $noun:literal,)+) => { $(
        impl Word for $ty {
            const NOUN: &'static str = $noun;
            const TYPE: &'static str = stringify!($ty);

            fn all() -> &'static [Self] {
                Self::ALL
            }

            fn word(self) -> &'static str {
                self.word()
            }

            fn variant(self) -> String {
                format!("{self:?}")
            }
        }
    )+ };
}

words! {
    Approval "severity",
    Audience "audience",
    Does "kind of action",
    Effect "effect",
    Feature "feature",
    Format "format",
    Gate "gate",
    Mode "mode",
    Permission "permission",
    Scope "scope",
}

/// The known word that a slip of a few letters explains.
pub(crate) fn nearest<'a>(text: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let bound = (text.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|known| {
            (strsim::damerau_levenshtein(&text.to_lowercase(), &known.to_lowercase()), known)
        })
        .filter(|(distance, _)| *distance <= bound)
        .min()
        .map(|(_, known)| known)
}
