//! The protocol versions served, and what they differ in.
//!
//! Lives here: one row a version. Must not: be asked "is it at least ..": code asks for the
//! property it needs, so that a version is added by adding a row.

/// A protocol version: what a session agrees on, or what a single request claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    /// The first one.
    V2024_11_05,
    /// The only one with batches.
    V2025_03_26,
    /// Structured content.
    V2025_06_18,
    /// The newest one that opens with `initialize`.
    V2025_11_25,
    /// The first one without sessions: every request says what its client speaks and can do.
    V2026_07_28,
}

/// What a version allows.
#[derive(Debug)]
pub(crate) struct Traits {
    /// Its name on the wire.
    pub(crate) name: &'static str,
    /// Whether an array of messages is a message.
    pub(crate) has_batches: bool,
    /// Whether content can be a sound.
    pub(crate) has_audio: bool,
    /// Whether content can be a resource by its address alone.
    pub(crate) has_resource_links: bool,
    /// Whether a progress notification can carry a text.
    pub(crate) has_progress_text: bool,
    /// Whether a result can carry `structuredContent`.
    pub(crate) has_structured_content: bool,
    /// Whether it is claimed by each request instead of being agreed on by `initialize`.
    pub(crate) is_stateless: bool,
    /// Whether a stream begins with an event that says nothing, and a client may come back to it.
    pub(crate) has_polling: bool,
}

const V2025_06_18: Traits = Traits {
    name: "2025-06-18",
    has_batches: false,
    has_audio: true,
    has_resource_links: true,
    has_progress_text: true,
    has_structured_content: true,
    is_stateless: false,
    has_polling: false,
};

impl Version {
    /// Every version, oldest first.
    pub(crate) const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];

    /// What `initialize` offers to a client that asks for a version it cannot agree on.
    pub(crate) const LATEST: Self = Self::V2025_11_25;

    /// The version of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.traits().name == name)
    }

    /// The names of all, newest first, as clients are told them.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().rev().map(|version| version.traits().name)
    }

    /// What `initialize` answers: the version asked for if a session can speak it, else the latest.
    pub(crate) fn negotiate(asked: &str) -> Self {
        let known = Self::named(asked).filter(|version| !version.traits().is_stateless);
        known.unwrap_or(Self::LATEST)
    }

    /// What it allows.
    pub(crate) const fn traits(self) -> &'static Traits {
        match self {
            Self::V2024_11_05 => &Traits {
                name: "2024-11-05",
                has_batches: false,
                has_audio: false,
                has_resource_links: false,
                has_progress_text: false,
                has_structured_content: false,
                is_stateless: false,
                has_polling: false,
            },
            Self::V2025_03_26 => &Traits {
                name: "2025-03-26",
                has_batches: true,
                has_audio: true,
                has_resource_links: false,
                has_progress_text: true,
                has_structured_content: false,
                is_stateless: false,
                has_polling: false,
            },
            Self::V2025_06_18 => &V2025_06_18,
            Self::V2025_11_25 => &Traits { name: "2025-11-25", has_polling: true, ..V2025_06_18 },
            Self::V2026_07_28 => &Traits { name: "2026-07-28", is_stateless: true, ..V2025_06_18 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_with_sessions_is_echoed() {
        for version in Version::ALL.into_iter().filter(|version| !version.traits().is_stateless) {
            assert_eq!(Version::negotiate(version.traits().name), version);
        }
    }

    #[test]
    fn clients_are_told_the_newest_first() {
        let names: Vec<_> = Version::names().collect();
        assert_eq!(names, ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]);
    }

    #[test]
    fn anything_else_is_answered_with_the_latest() {
        for asked in ["2026-07-28", "2099-01-01", "1.0", ""] {
            assert_eq!(Version::negotiate(asked), Version::LATEST, "{asked}");
        }
    }
}
