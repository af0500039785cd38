//! Who calls on stdio: what a process claims, proven or refused.
//!
//! Without any claim that is the operator, who owns the home and started the process. An agent
//! needs a token that the home signed; a key needs to be one. A claim that is not proven ends the
//! start: it never makes a caller of less, and least of all the operator.
//! Must not: repeat a token or a key, in whatever it says.

use std::fmt;

use tollgate_tools::agents;
use tollgate_tools::call::Caller;
use tollgate_tools::keys::{self, KeyError, KeyText};
use tollgate_tools::port::Clock;
use tollgate_tools::store::{Store, StoreUrl, rfc3339};

use super::failure::Failure;
use super::operator::OperatorError;
use crate::audit::Event;
use crate::gate::Proof;
use crate::identity::{Identity, IdentityKey, IdentityKeyError, TokenError};
use crate::settings::{Claims, Home, NoClaim};

/// Who a process is, as far as that shows without a store.
pub(super) enum Claimed {
    /// Its owner started it.
    Operator,
    /// The home signed that it is this agent's.
    Agent(Identity, Proof),
    /// It shows a key, which the store has to know; an agent that it names as well has to be the
    /// key's own.
    Key { text: String, agent_id: Option<String> },
}

/// Why a process may not be who it says it is.
#[derive(Debug, thiserror::Error)]
pub(super) enum CallerError {
    #[error(transparent)]
    NoClaim(#[from] NoClaim),
    #[error(
        "an agent's id is no identity: TOLLGATE_AGENT_TOKEN has to prove that this process is \
         the one of `{id}`; `tollgate agent token {id}` prints an entry for .mcp.json with both"
    )]
    NoToken { id: String },
    #[error(
        "TOLLGATE_AGENT_TOKEN is set, and no agent is named; set TOLLGATE_AGENT_ID as well, as \
         `tollgate agent token` prints it, or unset the token to act as the operator"
    )]
    TokenAlone,
    #[error(
        "TOLLGATE_AGENT_TOKEN and TOLLGATE_API_KEY are both set, and only one can say who calls; \
         unset the other"
    )]
    TwoProofs,
    #[error(
        "TOLLGATE_AGENT_TOKEN cannot be verified: this home has no identity.key, so that it has \
         signed no token; `tollgate agent token {id}` signs one"
    )]
    NoIdentityKey { id: String },
    #[error("{}", with_cause(.0))]
    IdentityKey(#[from] IdentityKeyError),
    #[error("TOLLGATE_AGENT_TOKEN {source}; `tollgate agent token {id}` signs a new one")]
    Token { id: String, source: TokenError },
    #[error(
        "TOLLGATE_AGENT_TOKEN is the token of the agent `{of}`, not of `{id}`; \
         `tollgate agent token {id}` signs one"
    )]
    OtherAgent { id: String, of: String },
    #[error(
        "TOLLGATE_AGENT_TOKEN is for {}, and TOLLGATE_TASK_ID is `{given}`; \
         `tollgate agent token {id} --task {given}` signs one",
        .bound.as_ref().map_or("no task".to_owned(), |task| format!("the task `{task}`"))
    )]
    OtherTask { id: String, given: String, bound: Option<String> },
    #[error("no agent has the id `{id}`; `tollgate agent list` shows the agents of a workspace")]
    UnknownAgent { id: String },
    #[error(
        "the agent `{id}` works in another workspace than its token says; \
         `tollgate agent token {id}` signs a new one"
    )]
    OtherWorkspace { id: String },
    #[error("TOLLGATE_API_KEY: {source}; `tollgate key create` makes a key{}", rotation(.source))]
    Key { source: KeyError },
    #[error(
        "TOLLGATE_API_KEY is not the key of the agent `{id}`; unset TOLLGATE_AGENT_ID (or leave \
         --agent out) to act as whom the key is for"
    )]
    NotTheAgentsKey { id: String },
}

/// Bytes of an agent's id that a line of the audit repeats. What was put in place of an id may be
/// anything, and secrets are longer.
const ID_BYTES_MAX: usize = 36;

impl CallerError {
    /// What the audit is told.
    pub(super) fn event(&self) -> Event<'_> {
        let (class, agent_id, key_id) = match self {
            Self::NoClaim(_) => ("no_claim", None, None),
            Self::NoToken { id } => ("no_token", Some(id), None),
            Self::TokenAlone => ("token_alone", None, None),
            Self::TwoProofs => ("two_proofs", None, None),
            Self::NoIdentityKey { id } => ("no_identity_key", Some(id), None),
            Self::IdentityKey(_) => ("identity_key_unusable", None, None),
            Self::Token { id, source: TokenError::Malformed } => {
                ("token_malformed", Some(id), None)
            }
            Self::Token { id, source: TokenError::Foreign } => ("token_foreign", Some(id), None),
            Self::Token { id, source: TokenError::Expired { .. } } => {
                ("token_expired", Some(id), None)
            }
            Self::OtherAgent { id, .. } => ("token_of_other_agent", Some(id), None),
            Self::OtherTask { id, .. } => ("token_of_other_task", Some(id), None),
            Self::UnknownAgent { id } => ("unknown_agent", Some(id), None),
            Self::OtherWorkspace { id } => ("other_workspace", Some(id), None),
            Self::Key { source } => (key_class(source), None, source.id()),
            Self::NotTheAgentsKey { id } => ("key_of_other_agent", Some(id), None),
        };
        let agent_id = agent_id.map(String::as_str);
        let agent_id =
            agent_id.filter(|id| id.len() <= ID_BYTES_MAX && !id.starts_with("tollgate_"));
        Event::IdentityRefused { agent_id, class, key_id }
    }
}

const fn key_class(error: &KeyError) -> &'static str {
    match error {
        KeyError::Malformed(_) => "key_malformed",
        KeyError::Unknown => "key_unknown",
        KeyError::Revoked { .. } => "key_revoked",
        KeyError::Expired { .. } => "key_expired",
        KeyError::Unreadable { .. } => "key_unreadable",
        KeyError::NoAgent { .. } => "key_without_agent",
        KeyError::Store(_) => "key_unverified",
    }
}

/// What a process claims, proven as far as it can be without a store. An agent that an argument
/// names counts before the one of the environment.
pub(super) fn claimed(
    home: &Home,
    claims: Claims,
    agent: Option<String>,
    clock: &dyn Clock,
) -> Result<Claimed, CallerError> {
    let Claims { agent_id, agent_token, task_id, api_key } = claims;
    match (agent.or(agent_id), agent_token, api_key) {
        (_, Some(_), Some(_)) => Err(CallerError::TwoProofs),
        (agent_id, None, Some(text)) => Ok(Claimed::Key { text, agent_id }),
        (Some(id), Some(token), None) => {
            let (identity, proof) = prove(home, id, &token, task_id, clock.now_ms())?;
            Ok(Claimed::Agent(identity, proof))
        }
        (Some(id), None, None) => Err(CallerError::NoToken { id }),
        (None, Some(_), None) => Err(CallerError::TokenAlone),
        (None, None, None) => Ok(Claimed::Operator),
    }
}

fn prove(
    home: &Home,
    id: String,
    token: &str,
    task_id: Option<String>,
    now_ms: i64,
) -> Result<(Identity, Proof), CallerError> {
    let Some(key) = IdentityKey::open(home.path())? else {
        return Err(CallerError::NoIdentityKey { id });
    };
    let identity = match key.verify(token, now_ms) {
        Ok(identity) => identity,
        Err(source) => return Err(CallerError::Token { id, source }),
    };
    if identity.agent_id != id {
        return Err(CallerError::OtherAgent { id, of: identity.agent_id });
    }
    // A task that nobody signed is as little as an id that nobody signed.
    match task_id {
        Some(given) if identity.task_id.as_ref() != Some(&given) => {
            Err(CallerError::OtherTask { id, given, bound: identity.task_id })
        }
        _ => {
            let (home, signer) = (home.path().to_owned(), key.fingerprint());
            let proof = Proof::Token { expires_at: identity.expires_at, home, signer };
            Ok((identity, proof))
        }
    }
}

impl Claimed {
    /// The task that the proof is bound to, if it is to one.
    pub(super) fn task_id(&self) -> Option<&str> {
        match self {
            Self::Agent(identity, _) => identity.task_id.as_deref(),
            Self::Operator | Self::Key { .. } => None,
        }
    }

    /// The caller and its proof, once the store has said what it knows of it.
    ///
    /// The store is one of its own, closed again before this returns: its connections belong to a
    /// runtime that ends here, and the server has another one.
    pub(super) fn caller(
        self,
        store: StoreUrl,
        clock: &dyn Clock,
    ) -> Result<(Caller, Proof), Failure> {
        if matches!(self, Self::Operator) {
            return Ok((Caller::Operator, Proof::Owner));
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(OperatorError::Runtime)?;
        runtime.block_on(async {
            let store = Store::lazy(store);
            let caller = self.known_to(&store, clock).await;
            store.close().await;
            caller
        })
    }

    async fn known_to(self, store: &Store, clock: &dyn Clock) -> Result<(Caller, Proof), Failure> {
        match self {
            Self::Operator => Ok((Caller::Operator, Proof::Owner)),
            Self::Agent(identity, proof) => Ok((agent(store, identity).await?, proof)),
            Self::Key { text, agent_id } => {
                let caller = key(store, clock, &text, agent_id).await?;
                let id = KeyText::id_in(&text).unwrap_or_default().to_owned();
                Ok((caller, Proof::Key { id }))
            }
        }
    }
}

async fn agent(store: &Store, identity: Identity) -> Result<Caller, Failure> {
    let Identity { agent_id: id, workspace_id: signed, .. } = identity;
    match agents::caller(store, &id).await.map_err(OperatorError::Store)? {
        Some(Caller::Agent { workspace_id, .. }) if workspace_id != signed => {
            Err(CallerError::OtherWorkspace { id }.into())
        }
        Some(caller) => Ok(caller),
        None => Err(CallerError::UnknownAgent { id }.into()),
    }
}

async fn key(
    store: &Store,
    clock: &dyn Clock,
    text: &str,
    agent_id: Option<String>,
) -> Result<Caller, Failure> {
    let caller = match keys::verify(store, clock, text).await {
        Ok(caller) => caller,
        Err(KeyError::Store(error)) => return Err(OperatorError::Store(error).into()),
        Err(source) => {
            // The cause that the message may not name, for the operator who looks closer.
            tracing::debug!(key = source.id(), cause = source.cause(), "a key was refused");
            return Err(CallerError::Key { source }.into());
        }
    };
    match (agent_id, &caller) {
        (Some(named), Caller::Agent { id, .. }) if named == *id => Ok(caller),
        (Some(id), _) => Err(CallerError::NotTheAgentsKey { id }.into()),
        (None, _) => Ok(caller),
    }
}

/// What is to be done about a key whose time is over.
fn rotation(error: &KeyError) -> String {
    match error {
        KeyError::Expired { id, .. } => format!(", `tollgate key rotate {id}` replaces this one"),
        _ => String::new(),
    }
}

fn with_cause(error: &IdentityKeyError) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// As `tollgate check` says it, which opens no store.
impl fmt::Display for Claimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator => f.write_str("the operator"),
            Self::Agent(Identity { agent_id, task_id, expires_at, .. }, _) => {
                write!(f, "agent {agent_id}")?;
                if let Some(task) = task_id {
                    write!(f, ", for the task {task}")?;
                }
                write!(f, " (signed by this home until {})", rfc3339(*expires_at))
            }
            Self::Key { text, .. } => match KeyText::id_in(text) {
                Some(id) => write!(f, "whom the key {id} is for (from TOLLGATE_API_KEY)"),
                None => f.write_str("nobody: what is in TOLLGATE_API_KEY is no key"),
            },
        }
    }
}
