//! The mode of a conversation, and sets of modes.

super::vocabulary! {
    /// What a conversation is for; it limits which tools may run in it.
    Mode {
        /// Everything is allowed.
        Chat = "chat" / "chat",
        /// Produce a plan, change nothing.
        Plan = "plan" / "plan",
        /// Comment and find, change nothing.
        Review = "review" / "review",
        /// Propose how several agents share the work, change nothing.
        Orchestrate = "orchestrate" / "orchestrate",
    }
}

/// A set of modes. `chat` is in every set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes(u8);

impl Modes {
    /// Chat alone: what a declaration without `modes(...)` means.
    pub const CHAT: Self = Self(1 << Mode::Chat as u8);

    /// The set with one more mode.
    #[must_use]
    pub const fn with(self, mode: Mode) -> Self {
        Self(self.0 | 1 << mode as u8)
    }

    /// Whether the set has this mode.
    #[must_use]
    pub const fn contains(self, mode: Mode) -> bool {
        self.0 & 1 << mode as u8 != 0
    }

    /// The modes of the set, in their usual order.
    pub fn iter(self) -> impl Iterator<Item = Mode> {
        Mode::ALL.iter().copied().filter(move |mode| self.contains(*mode))
    }
}
