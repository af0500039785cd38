//! What changed between two surfaces, and how bad that is for a client of the old one.

use serde::Serialize;

/// Everything that changed.
#[derive(Debug, Serialize)]
pub struct Diff {
    /// The worst of the changes.
    pub verdict: Verdict,
    /// The changes, by tool.
    pub changes: Vec<Change>,
    /// What they cost.
    pub cost: CostDelta,
}

/// One change of one tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The tool.
    pub tool: String,
    /// How it changed.
    pub kind: Kind,
    /// What changed, and from what to what.
    pub what: String,
}

/// How something changed, seen by a client of the old surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A tool is gone.
    Removed,
    /// Something that worked may be refused, or a reply promises less.
    Narrowed,
    /// A tool is new.
    Added,
    /// Something more is accepted or promised.
    Widened,
    /// Everything works as it did, and reads or behaves differently.
    Noted,
}

/// What all changes together mean for a client of the old surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing changed.
    Same,
    /// Every old call works.
    Compatible,
    /// Some old call may be refused, or its reply misread.
    Breaking,
}

/// The cost of the new surface minus that of the old one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CostDelta {
    /// Bytes of `tools/list`.
    pub wire_bytes: i64,
    /// Bytes of what a model reads.
    pub model_bytes: i64,
    /// Tokens of the same, in the o200k encoding.
    pub model_tokens: i64,
}

impl Kind {
    /// Every kind, the worst first.
    pub const ALL: [Self; 5] =
        [Self::Removed, Self::Narrowed, Self::Added, Self::Widened, Self::Noted];

    /// What one such change means.
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        match self {
            Self::Removed | Self::Narrowed => Verdict::Breaking,
            Self::Added | Self::Widened | Self::Noted => Verdict::Compatible,
        }
    }

    /// The word in a report.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Narrowed => "narrowed",
            Self::Added => "added",
            Self::Widened => "widened",
            Self::Noted => "noted",
        }
    }
}

impl Verdict {
    /// The word in a report.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Compatible => "compatible",
            Self::Breaking => "breaking",
        }
    }
}

/// The changes of one tool while they are found.
pub(super) struct Changes<'a> {
    pub(super) tool: &'a str,
    pub(super) all: Vec<Change>,
}

impl Changes<'_> {
    pub(super) fn add(&mut self, kind: Kind, what: String) {
        self.all.push(Change { tool: self.tool.to_owned(), kind, what });
    }

    pub(super) fn narrowed(&mut self, what: String) {
        self.add(Kind::Narrowed, what);
    }

    pub(super) fn widened(&mut self, what: String) {
        self.add(Kind::Widened, what);
    }

    pub(super) fn noted(&mut self, what: String) {
        self.add(Kind::Noted, what);
    }
}
