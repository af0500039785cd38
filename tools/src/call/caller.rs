//! Who calls, and what a key or a token of theirs says about them.
//!
//! Must not: judge a scope (the gates do).

use tollgate_decl::Scopes;

/// Who calls. Never taken from an argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// A person who owns this installation.
    Operator,
    /// An agent, at work in one workspace.
    Agent {
        /// The agent's id.
        id: String,
        /// The workspace the server put it in.
        workspace_id: String,
    },
    /// A key that is neither the operator's nor an agent's.
    ///
    /// It is bound to no workspace and owns no record.
    Key {
        /// Whom it was given to.
        client: String,
        /// What it may be used for.
        scopes: Scopes,
        /// Whether it was given to somebody outside.
        is_external: bool,
    },
    /// Somebody for whom an authorization server vouches.
    ///
    /// Bound to no workspace and owner of no record, like a key; what it is not given yet it may
    /// ask its authorization server for.
    Subject {
        /// The authorization server.
        issuer: String,
        /// Who it is there.
        subject: String,
        /// What its token may be used for.
        scopes: Scopes,
        /// Whether it counts as somebody outside.
        is_external: bool,
    },
}

/// What somebody may do who is neither the operator nor an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// What the key or token may be used for.
    pub scopes: Scopes,
    /// Whether it is somebody outside.
    pub is_external: bool,
}

impl Caller {
    /// What the scopes of a key or token say; `None` for callers that scopes do not limit.
    #[must_use]
    pub const fn held(&self) -> Option<Held> {
        match self {
            Self::Operator | Self::Agent { .. } => None,
            Self::Key { scopes, is_external, .. } | Self::Subject { scopes, is_external, .. } => {
                Some(Held { scopes: *scopes, is_external: *is_external })
            }
        }
    }
}
