//! Kinds of keys: whom a key stands for.

use std::fmt;

/// Whom a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// The owner of the installation: everything, in every workspace.
    Operator,
    /// A program of the house: what its scopes say; it owns no record.
    Internal,
    /// One employee: what its agent may, in the workspace of the agent.
    Agent,
    /// Somebody outside: at most the five scopes that may leave the house.
    External,
}

impl KeyKind {
    /// Every kind, from the most to the least.
    pub const ALL: [Self; 4] = [Self::Operator, Self::Internal, Self::Agent, Self::External];

    /// The word for it, in arguments and in the store.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Internal => "internal",
            Self::Agent => "agent",
            Self::External => "external",
        }
    }

    /// The kind of this word.
    pub(super) fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether such a key is worth what its scopes say, and nothing without them.
    pub(super) const fn has_scopes(self) -> bool {
        matches!(self, Self::Internal | Self::External)
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
