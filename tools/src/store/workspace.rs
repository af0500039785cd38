//! The handle of one workspace: the only way to its rows.

use std::sync::Arc;

use serde_json::value::RawValue;
use tollgate_decl::{Role, Schema};

use super::entity::{Entity, Missing};
use super::query::Query;
use super::statement::{Global, Scoped};
use super::transaction::{self, ScopedTransaction};
use super::{Store, StoreError};
use crate::bind::{Argument, Decoder, Failure, Resolve};
use crate::call::{Call, Caller};

const FIND: Global = Global::sql("SELECT id FROM workspaces WHERE id = $1");

/// Characters of a caller's text that a message repeats.
const SHOWN_CHARS_MAX: usize = 64;

/// One workspace that exists, and whose rows the holder may reach.
///
/// A tool gets it by taking a `Workspace` parameter; the call's right to it is proven then.
/// Commands of the operator get it from [`Workspace::open`].
#[derive(Clone, Debug)]
pub struct Workspace {
    store: Store,
    id: Arc<str>,
}

/// Why a call's `workspace_id` does not name a workspace it may act in.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// Nothing was given.
    #[error("Missing or invalid argument: workspace_id (expected the id of a workspace, got \"\")")]
    Empty,
    /// No id of anything.
    #[error("Missing or invalid argument: workspace_id (expected a UUID, got \"{given}\")")]
    Malformed {
        /// What was given.
        given: String,
    },
    /// No such workspace.
    #[error("Workspace {id} not found.")]
    Unknown {
        /// What was given.
        id: String,
    },
    /// Not the workspace that the server put the agent in.
    #[error("Workspace {id} is a different workspace; this agent works in {own}.")]
    Foreign {
        /// What was given.
        id: String,
        /// The agent's own.
        own: String,
    },
    /// Whoever calls works in no workspace.
    #[error("This key works in no workspace; call with the operator's or an agent's.")]
    Unbound,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Workspace {
    /// The workspace of this id, if there is one. For commands of the operator; a tool takes a
    /// `Workspace` parameter instead.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open(store: &Store, id: &str) -> Result<Option<Self>, StoreError> {
        let found: Option<(String,)> = store.query(&FIND).bind(id).first().await?;
        Ok(found.map(|(id,)| Self { store: store.clone(), id: id.into() }))
    }

    /// The handle of an id that the caller of this function is about to prove.
    pub(super) fn unproven(store: &Store, id: &str) -> Self {
        Self { store: store.clone(), id: id.into() }
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Starts a query over its rows; `$1` is bound to its id.
    pub fn query(&self, statement: &'static Scoped) -> Query<'_> {
        Query::on_store(&self.store, statement.text()).bind(&*self.id)
    }

    /// Begins a transaction over its rows. It writes: on SQLite it waits for its turn here and
    /// not in its middle. Dropped without `commit`, it is undone.
    ///
    /// # Errors
    /// When the store cannot be reached.
    pub async fn begin(&self) -> Result<ScopedTransaction, StoreError> {
        let inner = transaction::begin(&self.store).await?;
        Ok(ScopedTransaction::new(inner, Arc::clone(&self.id)))
    }

    /// Begins a transaction that only reads its rows, all of them as of one moment. It waits for
    /// no writer and keeps none waiting; a write in it is a fault of the program.
    ///
    /// # Errors
    /// When the store cannot be reached.
    pub async fn snapshot(&self) -> Result<ScopedTransaction, StoreError> {
        let inner = transaction::begin_snapshot(&self.store).await?;
        Ok(ScopedTransaction::new(inner, Arc::clone(&self.id)))
    }

    /// Why a look-up in this workspace found nothing: there is no such thing, or it is elsewhere.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn missing(&self, entity: Entity, id: &str) -> Result<Missing, StoreError> {
        let owner = entity.workspace_of(&self.store, id).await?;
        let is_elsewhere = owner.is_some_and(|owner| *owner != *self.id);
        Ok(if is_elsewhere {
            Missing::Foreign { entity }
        } else {
            Missing::Unknown { entity, id: shown(id) }
        })
    }

    async fn of_call(given: &str, call: &Call) -> Result<Self, WorkspaceError> {
        if given.is_empty() {
            return Err(WorkspaceError::Empty);
        }
        let Ok(id) = uuid::Uuid::try_parse(given) else {
            return Err(WorkspaceError::Malformed { given: shown(given) });
        };
        let id = id.hyphenated().to_string();
        // Before the look-up: an agent learns nothing about workspaces that are not its own.
        match call.caller() {
            Caller::Agent { workspace_id, .. } if *workspace_id != id => {
                return Err(WorkspaceError::Foreign { id, own: workspace_id.clone() });
            }
            Caller::Key { .. } | Caller::Subject { .. } => return Err(WorkspaceError::Unbound),
            Caller::Agent { .. } | Caller::Operator => {}
        }
        Self::open(call.store(), &id).await?.ok_or(WorkspaceError::Unknown { id })
    }
}

impl Argument for Workspace {
    const SCHEMA: Schema = Schema::TEXT;
    const ROLE: Role = Role::Workspace;
    type Wire = String;

    fn decode(raw: &RawValue, schema: &'static Schema, at: &mut Decoder) -> Option<String> {
        <String as Argument>::decode(raw, schema, at)
    }

    fn resolve(wire: String, call: &Call) -> Resolve<'_, Self> {
        Resolve::pending(async move { Ok(Self::of_call(&wire, call).await?) })
    }
}

impl From<WorkspaceError> for Failure {
    fn from(error: WorkspaceError) -> Self {
        match error {
            WorkspaceError::Store(error) => Self::internal(error),
            WorkspaceError::Empty
            | WorkspaceError::Malformed { .. }
            | WorkspaceError::Unknown { .. }
            | WorkspaceError::Foreign { .. }
            | WorkspaceError::Unbound => Self::refused(&error),
        }
    }
}

/// The start of a text that a caller gave, for a message.
fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
