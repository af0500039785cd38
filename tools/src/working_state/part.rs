//! The parts of a structured hand-off, and which of them a status wants.
//!
//! Lives here: pure functions. Must not: know the store, the call or the limit.

use std::fmt;

use super::handoff::HandoffStatus;

/// A part of a hand-off besides its note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is to be done next.
    NextSteps,
    /// What shows that it is done.
    Evidence,
    /// What stands in the way.
    Blocker,
}

/// What is wrong with one part of a hand-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandoffFault {
    /// A part without a status.
    #[error("{part} needs a status: `continue`, `complete` or `blocked`")]
    NoStatus {
        /// The part.
        part: Part,
    },
    /// A part that the status wants is not there, or says nothing.
    #[error("status `{}` needs {part}: {}", .status.word(), .part.wanted())]
    Needed {
        /// The status.
        status: HandoffStatus,
        /// The part.
        part: Part,
    },
    /// A part that contradicts the status.
    #[error("status `{}` takes no {part}: {}", .status.word(), .part.contradiction())]
    Contradicting {
        /// The status.
        status: HandoffStatus,
        /// The part.
        part: Part,
    },
    /// A part with nothing to see.
    #[error("{part} is blank: leave it out, or say something")]
    Blank {
        /// The part.
        part: Part,
    },
}

/// How a status stands to a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Need {
    Required,
    Allowed,
    Contradicting,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 3] = [Self::NextSteps, Self::Evidence, Self::Blocker];

    const fn wanted(self) -> &'static str {
        match self {
            Self::NextSteps => "what the next wake-up is to do first",
            Self::Evidence => {
                "what shows it, such as a test run, a commit or a link; \
                 saying that it is done is no evidence"
            }
            Self::Blocker => "what exactly stands in the way, and who or what can remove it",
        }
    }

    const fn contradiction(self) -> &'static str {
        match self {
            Self::NextSteps => "while steps are left the status is `continue`",
            Self::Evidence => "leave it out",
            Self::Blocker => "while something stands in the way the status is `blocked`",
        }
    }

    const fn need(self, status: HandoffStatus) -> Need {
        match (status, self) {
            (HandoffStatus::Continue, Self::NextSteps)
            | (HandoffStatus::Complete, Self::Evidence)
            | (HandoffStatus::Blocked, Self::Blocker) => Need::Required,
            (HandoffStatus::Continue | HandoffStatus::Complete, Self::Blocker)
            | (HandoffStatus::Complete, Self::NextSteps) => Need::Contradicting,
            (HandoffStatus::Continue, Self::Evidence)
            | (HandoffStatus::Blocked, Self::NextSteps | Self::Evidence) => Need::Allowed,
        }
    }

    /// What is wrong with this part, if anything is.
    fn fault(self, status: Option<HandoffStatus>, text: Option<&str>) -> Option<HandoffFault> {
        let part = self;
        let Some(status) = status else { return text.map(|_| HandoffFault::NoStatus { part }) };
        let is_blank = text.is_some_and(|text| text.trim().is_empty());
        match self.need(status) {
            Need::Required if is_blank || text.is_none() => {
                Some(HandoffFault::Needed { status, part })
            }
            Need::Contradicting => text.map(|_| HandoffFault::Contradicting { status, part }),
            Need::Required | Need::Allowed => is_blank.then_some(HandoffFault::Blank { part }),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NextSteps => "next_steps",
            Self::Evidence => "evidence",
            Self::Blocker => "blocker",
        })
    }
}

/// Everything that is wrong with the parts of a hand-off, given in the order of [`Part::ALL`].
pub(super) fn faults(status: Option<HandoffStatus>, texts: [Option<&str>; 3]) -> Vec<HandoffFault> {
    let parts = Part::ALL.into_iter().zip(texts);
    parts.filter_map(|(part, text)| part.fault(status, text)).collect()
}

/// The faults as one sentence.
pub(super) fn sentence(faults: &[HandoffFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
