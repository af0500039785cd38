//! Why somebody is not let in, and what an HTTP client is told of it.
//!
//! Must not: hold or repeat a key or a token.

use std::fmt;

use tollgate_tools::keys::KeyError;

use super::access::AccessRefused;
use super::bearer::BYTES_MAX;
use super::trust::Trust;
use crate::audit::{BearerRefused, Event};
use crate::identity::{IdentityKeyError, TokenError};

/// After how long a client asks again that nobody could answer.
const RETRY_AFTER_S: u32 = 2;

/// Why somebody is not let in.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refused {
    #[error("this server asks for a key or a token: Authorization: Bearer")]
    Nothing,
    #[error("only keys and tokens are taken: Authorization: Bearer")]
    Scheme,
    #[error("this is neither a key nor a token")]
    Malformed,
    #[error("a key or token has at most {BYTES_MAX} bytes")]
    TooLong,
    #[error("{0}")]
    Key(KeyError),
    #[error("this token {0}")]
    Token(TokenError),
    #[error("this token {}", TokenError::Foreign)]
    IdentityKey(#[source] IdentityKeyError),
    #[error("this token {}", TokenError::Foreign)]
    NoIdentityKey,
    #[error("the agent of this token is gone")]
    UnknownAgent { id: String },
    #[error("the agent of this token works in another workspace now")]
    OtherWorkspace { id: String },
    #[error("this token {0}")]
    Access(AccessRefused),
    #[error("too many unknown keys and tokens are being looked at; try again")]
    Busy,
    #[error("nobody can say at the moment whether this is known here; try again")]
    Unverifiable {
        /// What the log is told.
        cause: String,
    },
}

/// What an HTTP client is told that is not let in, or not far enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unauthorized {
    /// The status of the answer: 401, 403 or 503.
    pub status: u16,
    /// The value of `WWW-Authenticate`, if it has one.
    pub challenge: Option<String>,
    /// The value of `Retry-After`, if it has one.
    pub retry_after_s: Option<u32>,
    /// What a person or a model reads.
    pub text: String,
}

impl Refused {
    /// Nobody can say, for this cause.
    pub(super) fn unverifiable(cause: impl fmt::Display) -> Self {
        Self::Unverifiable { cause: cause.to_string() }
    }

    /// The class of it, for the audit.
    pub(super) const fn class(&self) -> &'static str {
        match self {
            Self::Nothing => "nothing_shown",
            Self::Scheme => "scheme",
            Self::Malformed => "malformed",
            Self::TooLong => "too_long",
            Self::Key(error) => match error {
                KeyError::Malformed(_) => "key_malformed",
                KeyError::Unknown => "key_unknown",
                KeyError::Revoked { .. } => "key_revoked",
                KeyError::Expired { .. } => "key_expired",
                KeyError::Unreadable { .. } => "key_unreadable",
                KeyError::NoAgent { .. } => "key_without_agent",
                KeyError::Store(_) => "unverifiable",
            },
            Self::Token(TokenError::Malformed) => "token_malformed",
            Self::Token(TokenError::Foreign) => "token_foreign",
            Self::Token(TokenError::Expired { .. }) => "token_expired",
            Self::IdentityKey(_) => "identity_key_unusable",
            Self::NoIdentityKey => "no_identity_key",
            Self::UnknownAgent { .. } => "unknown_agent",
            Self::OtherWorkspace { .. } => "other_workspace",
            Self::Access(refused) => refused.why.class(),
            Self::Busy => "busy",
            Self::Unverifiable { .. } => "unverifiable",
        }
    }

    /// Whether the same key or token would be refused a moment later as well.
    pub(super) const fn is_final(&self) -> bool {
        match self {
            Self::Nothing | Self::IdentityKey(_) | Self::Busy | Self::Unverifiable { .. } => false,
            Self::Access(refused) => refused.why.is_final(),
            _ => true,
        }
    }

    /// What the audit is told, and how many like it were left out since the last. That nobody
    /// shows anything is how every client begins.
    pub(super) fn event(&self, left_out: u64) -> Option<Event<'_>> {
        if let Self::Nothing | Self::Busy | Self::Unverifiable { .. } = self {
            return None;
        }
        let mut event = BearerRefused { class: self.class(), left_out, ..BearerRefused::default() };
        match self {
            Self::Key(error) => event.key_id = error.id(),
            Self::UnknownAgent { id } | Self::OtherWorkspace { id } => event.agent_id = Some(id),
            Self::Access(AccessRefused { of: Some((issuer, subject)), .. }) => {
                (event.issuer, event.subject) = (Some(issuer.as_str()), Some(subject.as_str()));
            }
            _ => {}
        }
        Some(Event::BearerRefused(event))
    }

    /// What the client is told.
    pub(super) fn told(&self, trust: &Trust) -> Unauthorized {
        let text = self.to_string();
        match self {
            Self::Busy | Self::Unverifiable { .. } => Unauthorized {
                status: 503,
                challenge: None,
                retry_after_s: Some(RETRY_AFTER_S),
                text,
            },
            Self::Nothing => Unauthorized::asking(trust.challenge(None), text),
            _ => {
                let error =
                    format!("error=\"invalid_token\", error_description=\"{}\"", plain(&text));
                Unauthorized::asking(trust.challenge(Some(&error)), text)
            }
        }
    }
}

impl Unauthorized {
    const fn asking(challenge: String, text: String) -> Self {
        Self { status: 401, challenge: Some(challenge), retry_after_s: None, text }
    }

    /// A token that would have to have these words of its issuer as well.
    pub(super) fn too_narrow(trust: &Trust, tool: &str, words: &str) -> Self {
        let text = format!("{tool} needs a token with the scope {words}");
        let challenge = trust.challenge_for(words, &plain(&text));
        Self { status: 403, challenge: Some(challenge), retry_after_s: None, text }
    }
}

impl fmt::Display for Unauthorized {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Unauthorized {}

/// A text as a quoted parameter of the header can have it (RFC 6750, 3).
fn plain(text: &str) -> String {
    let is_plain = |c: char| matches!(c, ' ' | '!' | '#'..='[' | ']'..='~');
    text.chars().map(|c| if is_plain(c) { c } else { '\'' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_in_a_header_has_no_sign_that_would_end_it() {
        assert_eq!(plain("a \"b\" \\c\nd \u{e9} `e`"), "a 'b' 'c'd ' `e`");
    }

    #[test]
    fn what_may_pass_is_not_final() {
        for refused in [Refused::Nothing, Refused::Busy, Refused::unverifiable("x")] {
            assert!(!refused.is_final() && refused.event(0).is_none(), "{refused}");
        }
        for refused in [Refused::Malformed, Refused::TooLong, Refused::Key(KeyError::Unknown)] {
            assert!(refused.is_final() && refused.event(0).is_some(), "{refused}");
        }
    }
}
