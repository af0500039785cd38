//! What the operator does with workspaces. Not for tools.

use super::model::WorkspaceRecord;
use super::{WorkspacesError, sql};
use crate::port::Clock;
use crate::store::{Store, StoreError, Workspace, checked_name, new_id};

/// Makes a workspace.
///
/// # Errors
/// When the name is no name or taken, or the store fails.
pub async fn create(
    store: &Store,
    clock: &dyn Clock,
    name: &str,
) -> Result<WorkspaceRecord, WorkspacesError> {
    let name = checked_name(name)?;
    let record =
        WorkspaceRecord { id: new_id(clock), name: name.to_owned(), created_at: clock.now_ms() };
    let query = store.query(&sql::ADD).bind(&record.id).bind(name).bind(record.created_at);
    match query.run().await {
        Ok(_) => Ok(record),
        Err(error) if error.is_duplicate() => Err(WorkspacesError::Taken { name: record.name }),
        Err(error) => Err(error.into()),
    }
}

/// Every workspace, oldest first.
///
/// # Errors
/// When the store fails.
pub async fn list(store: &Store) -> Result<Vec<WorkspaceRecord>, StoreError> {
    store.query(&sql::LIST).all().await
}

/// The workspace of this id or name, to work in.
///
/// # Errors
/// When the store fails.
pub async fn find(store: &Store, id_or_name: &str) -> Result<Option<Workspace>, StoreError> {
    let found: Vec<WorkspaceRecord> = store.query(&sql::FIND).bind(id_or_name).all().await?;
    // Should a workspace be named like the id of another one, the id means the other one.
    let record = found.iter().find(|one| one.id == id_or_name).or(found.first());
    match record {
        Some(record) => Workspace::open(store, &record.id).await,
        None => Ok(None),
    }
}
