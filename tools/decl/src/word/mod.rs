//! The closed vocabularies of a declaration.
//!
//! Each word has two spellings: how a declaration writes it and how the wire says it. An unknown
//! word does not compile. Must not: decide anything (gates and stages of the server do).

mod approval;
mod audience;
mod does;
mod effect;
mod feature;
mod gate;
mod mode;
mod permission;
mod relation;
mod scope;

pub use approval::Approval;
pub use audience::Audience;
pub use does::Does;
pub use effect::{Decision, Effect};
pub use feature::Feature;
pub use gate::Gate;
pub use mode::{Mode, Modes};
pub use permission::Permission;
pub use relation::Relation;
pub use scope::{Scope, Scopes};

/// Declares one closed vocabulary: the enum, `ALL`, and both spellings of every word.
macro_rules! vocabulary {
    (
        $(#[$meta:meta])*
        $name:ident {
            $( $(#[$variant_meta:meta])* $variant:ident = $word:literal / $wire:literal, )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $( $(#[$variant_meta])* $variant, )+ }

        impl $name {
            /// Every word, in the order in which messages and manuals list them.
            pub const ALL: &'static [Self] = &[$( Self::$variant ),+];

            /// The spelling in a declaration.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( Self::$variant => $word ),+ }
            }

            /// The spelling on the wire and in settings files.
            #[must_use]
            pub const fn wire(self) -> &'static str {
                match self { $( Self::$variant => $wire ),+ }
            }

            /// The name of the variant, for code that writes code.
            #[must_use]
            pub const fn variant(self) -> &'static str {
                match self { $( Self::$variant => stringify!($variant) ),+ }
            }
        }
    };
}
use vocabulary;
