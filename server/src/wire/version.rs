//! The protocol versions served, and what they differ in.
//!
//! Lives here: one row a version. Must not: be asked "is it at least ..": code asks for the
//! property it needs, so that a version is added by adding a row.

/// A protocol version that a session can agree on.
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
}

/// What a version allows.
#[derive(Debug)]
pub(crate) struct Traits {
    /// Its name on the wire.
    pub(crate) name: &'static str,
    /// Whether an array of messages is a message.
    pub(crate) has_batches: bool,
    /// Whether a progress notification can carry a text.
    pub(crate) has_progress_text: bool,
    /// Whether a result can carry `structuredContent`.
    pub(crate) has_structured_content: bool,
}

const V2025_06_18: Traits = Traits {
    name: "2025-06-18",
    has_batches: false,
    has_progress_text: true,
    has_structured_content: true,
};

impl Version {
    /// Every version, oldest first.
    pub(crate) const ALL: [Self; 4] =
        [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];

    /// What is offered to a client that asks for a version nobody here knows.
    pub(crate) const LATEST: Self = Self::V2025_11_25;

    /// The version asked for if it is served, else the latest.
    pub(crate) fn negotiate(asked: &str) -> Self {
        let known = Self::ALL.into_iter().find(|version| version.traits().name == asked);
        known.unwrap_or(Self::LATEST)
    }

    /// What it allows.
    pub(crate) const fn traits(self) -> &'static Traits {
        match self {
            Self::V2024_11_05 => &Traits {
                name: "2024-11-05",
                has_batches: false,
                has_progress_text: false,
                has_structured_content: false,
            },
            Self::V2025_03_26 => &Traits {
                name: "2025-03-26",
                has_batches: true,
                has_progress_text: true,
                has_structured_content: false,
            },
            Self::V2025_06_18 => &V2025_06_18,
            Self::V2025_11_25 => &Traits { name: "2025-11-25", ..V2025_06_18 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_served_version_is_echoed() {
        for version in Version::ALL {
            assert_eq!(Version::negotiate(version.traits().name), version);
        }
    }

    #[test]
    fn anything_else_is_answered_with_the_latest() {
        for asked in ["2026-07-28", "2099-01-01", "1.0", ""] {
            assert_eq!(Version::negotiate(asked), Version::LATEST, "{asked}");
        }
    }
}
