//! Several statements that are kept together or not at all.
//!
//! A transaction that is dropped, because a call was cancelled or a statement failed, is undone.

use std::fmt;
use std::sync::Arc;

use sqlx::any::Any;

use super::Store;
use super::error::{Cause, StoreError};
use super::query::Query;
use super::statement::{Global, Scoped};

type Inner = sqlx::Transaction<'static, Any>;

/// A transaction over tables that belong to no workspace.
#[must_use = "a transaction that is dropped is undone"]
pub struct Transaction {
    inner: Inner,
}

/// A transaction over the rows of one workspace.
#[must_use = "a transaction that is dropped is undone"]
pub struct ScopedTransaction {
    inner: Inner,
    workspace_id: Arc<str>,
}

impl Transaction {
    pub(super) const fn new(inner: Inner) -> Self {
        Self { inner }
    }

    /// Starts a query inside the transaction.
    pub fn query(&mut self, statement: &'static Global) -> Query<'_> {
        Query::on_connection(&mut self.inner, statement.text())
    }

    /// Keeps everything. When this returns, it survives the end of the process.
    ///
    /// # Errors
    /// When the store fails; nothing was kept then.
    pub async fn commit(self) -> Result<(), StoreError> {
        commit(self.inner).await
    }
}

impl ScopedTransaction {
    pub(super) const fn new(inner: Inner, workspace_id: Arc<str>) -> Self {
        Self { inner, workspace_id }
    }

    /// Starts a query inside the transaction; `$1` is bound to the workspace.
    pub fn query(&mut self, statement: &'static Scoped) -> Query<'_> {
        Query::on_connection(&mut self.inner, statement.text()).bind(&*self.workspace_id)
    }

    /// Keeps everything. When this returns, it survives the end of the process.
    ///
    /// # Errors
    /// When the store fails; nothing was kept then.
    pub async fn commit(self) -> Result<(), StoreError> {
        commit(self.inner).await
    }
}

impl fmt::Debug for Transaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction").finish_non_exhaustive()
    }
}

impl fmt::Debug for ScopedTransaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopedTransaction")
            .field("workspace_id", &self.workspace_id)
            .finish_non_exhaustive()
    }
}

/// Begins a transaction that may write.
///
/// SQLite takes the write lock at once: a reader that turns writer in its middle would be refused
/// without waiting whenever somebody else wrote in between.
pub(super) async fn begin(store: &Store) -> Result<Inner, StoreError> {
    let statement = if store.url().is_sqlite() { "BEGIN IMMEDIATE" } else { "BEGIN" };
    let begun = store.pool().await?.begin_with(statement).await;
    begun.map_err(|source| Cause::Transaction { step: "begun", source }.into())
}

/// Begins a transaction that only reads, all of it as of one moment, and waits for no writer.
///
/// SQLite gives that to whoever does not write; PostgreSQL has to be asked for it.
pub(super) async fn begin_snapshot(store: &Store) -> Result<Inner, StoreError> {
    let statement = if store.url().is_sqlite() {
        "BEGIN DEFERRED"
    } else {
        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    };
    let begun = store.pool().await?.begin_with(statement).await;
    begun.map_err(|source| Cause::Transaction { step: "begun", source }.into())
}

async fn commit(inner: Inner) -> Result<(), StoreError> {
    inner.commit().await.map_err(|source| Cause::Transaction { step: "committed", source }.into())
}
