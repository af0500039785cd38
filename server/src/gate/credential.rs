//! Who calls, and by what that was proven: what accounts are kept by, and what can end.
//!
//! Two keys may lead to the same caller; the end of one is no end of the other.
//! Must not: verify anything, or hold a key or a token.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use tollgate_tools::call::Caller;

/// A caller with its proof. Clones are the same one, and cost nothing.
#[derive(Clone)]
pub struct Credential(Arc<Proven>);

#[derive(Debug, PartialEq, Eq, Hash)]
struct Proven {
    caller: Caller,
    task_id: Option<Arc<str>>,
    proof: Proof,
}

/// What proved who calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// Whoever runs the program says so, and nothing ends that.
    Owner,
    /// A token of the home.
    Token {
        /// When it ends, in milliseconds.
        expires_at: i64,
        /// The home that signed it.
        home: PathBuf,
        /// The fingerprint of the key that did.
        signer: String,
    },
    /// A key that the store knows.
    Key {
        /// The part of it that may be shown.
        id: String,
    },
    /// An access token of an authorization server.
    Access {
        /// When it ends, in milliseconds, the leeway of the settings included.
        expires_at: i64,
        /// The fingerprint of the key of its issuer that signed it.
        signer: String,
    },
}

/// Who somebody is whatever it is shown with: what goes on when a token is replaced by the next
/// one. Each key is somebody of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Principal {
    /// Whoever has the key of this id.
    Key(String),
    /// This subject of this issuer, whatever its token may be used for.
    Subject {
        /// The authorization server.
        issuer: String,
        /// Who it is there.
        subject: String,
    },
    /// This caller.
    Caller(Caller),
}

impl Credential {
    /// A caller, the task that its proof is bound to, and the proof.
    #[must_use]
    pub fn new(caller: Caller, task_id: Option<String>, proof: Proof) -> Self {
        Self(Arc::new(Proven { caller, task_id: task_id.map(Arc::from), proof }))
    }

    /// Who calls.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.0.caller
    }

    /// The task that the proof is bound to, if it is to one.
    #[must_use]
    pub fn task_id(&self) -> Option<&str> {
        self.0.task_id.as_deref()
    }

    /// What proved it.
    #[must_use]
    pub fn proof(&self) -> &Proof {
        &self.0.proof
    }

    /// Who that is, whatever the next proof will be.
    #[must_use]
    pub fn principal(&self) -> Principal {
        match (&self.0.proof, &self.0.caller) {
            (Proof::Key { id }, _) => Principal::Key(id.clone()),
            (_, Caller::Subject { issuer, subject, .. }) => {
                Principal::Subject { issuer: issuer.clone(), subject: subject.clone() }
            }
            (Proof::Owner | Proof::Token { .. } | Proof::Access { .. }, caller) => {
                Principal::Caller(caller.clone())
            }
        }
    }

    /// Whether somebody who shows this goes on with what the other began.
    #[must_use]
    pub fn is_same_principal(&self, other: &Self) -> bool {
        self == other || self.principal() == other.principal()
    }
}

impl From<Caller> for Credential {
    fn from(caller: Caller) -> Self {
        Self::new(caller, None, Proof::Owner)
    }
}

impl PartialEq for Credential {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Credential {}

impl Hash for Credential {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use tollgate_tools::decl::Scopes;

    use super::*;

    fn token(expires_at: i64) -> Credential {
        let caller = Caller::Agent { id: "ada".to_owned(), workspace_id: "w".to_owned() };
        let (home, signer) = (PathBuf::new(), String::new());
        Credential::new(caller, None, Proof::Token { expires_at, home, signer })
    }

    fn key(id: &str) -> Credential {
        Credential::new(Caller::Operator, None, Proof::Key { id: id.to_owned() })
    }

    #[test]
    fn the_next_token_of_an_agent_is_the_same_agents() {
        assert_ne!(token(1), token(2));
        assert!(token(1).is_same_principal(&token(2)));
    }

    #[test]
    fn a_wider_token_of_a_subject_is_the_same_subjects_and_of_another_issuer_is_not() {
        let token = |issuer: &str, subject: &str, scopes| {
            let (issuer, subject) = (issuer.to_owned(), subject.to_owned());
            let caller = Caller::Subject { issuer, subject, scopes, is_external: true };
            Credential::new(caller, None, Proof::Access { expires_at: 1, signer: String::new() })
        };
        let ada = token("one", "ada", Scopes::NONE);
        assert!(ada.is_same_principal(&token("one", "ada", Scopes::EXTERNAL)));
        assert!(!ada.is_same_principal(&token("other", "ada", Scopes::NONE)));
        assert!(!ada.is_same_principal(&token("one", "bob", Scopes::NONE)));
    }

    #[test]
    fn another_key_of_the_same_caller_is_somebody_else() {
        assert_eq!(key("1"), key("1"));
        assert!(key("1").is_same_principal(&key("1")));
        assert!(!key("1").is_same_principal(&key("2")));
        assert!(!key("1").is_same_principal(&Caller::Operator.into()));
    }
}
