//! Where records are kept: one SQLite file by default, PostgreSQL by URL.
//!
//! Lives here: opening, migrations, statements that are checked while compiling, transactions, and
//! the `Workspace` handle. Rows of a workspace can only be reached through that handle, by a
//! [`Scoped`] statement, which does not compile without its filter.
//! Must not: know a family's rules or its queries (they stand in the family's `sql.rs`).

mod acting_agent;
mod entity;
mod error;
mod flag;
mod id;
mod instant;
mod migrate;
mod name;
mod open;
mod query;
mod statement;
mod table;
mod tokens;
mod transaction;
mod url;
mod workspace;

use std::fmt;
use std::sync::Arc;

use sqlx::AnyPool;
use tokio::sync::OnceCell;

pub use acting_agent::{ActingAgent, ActingAgentError};
pub use entity::{Entity, Missing};
pub use error::StoreError;
pub use flag::Flag;
pub use id::new_id;
pub use instant::rfc3339;
pub use name::{NameError, checked_name};
pub use query::{Query, Record, Value};
pub use statement::{Global, Scoped};
pub use table::WORKSPACE_TABLES;
pub use transaction::{ScopedTransaction, Transaction};
pub use url::{StoreUrl, StoreUrlError};
pub use workspace::{Workspace, WorkspaceError};

/// The store. Cheap to clone; clones share one set of connections.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

struct Shared {
    url: StoreUrl,
    pool: OnceCell<AnyPool>,
}

impl Store {
    /// A store that is opened, and brought up to date, by its first use.
    #[must_use]
    pub fn lazy(url: StoreUrl) -> Self {
        Self { shared: Arc::new(Shared { url, pool: OnceCell::new() }) }
    }

    /// Where the records are.
    #[must_use]
    pub fn url(&self) -> &StoreUrl {
        &self.shared.url
    }

    /// Opens the store now, if no use has opened it yet.
    ///
    /// # Errors
    /// When it cannot be opened or brought up to date; the next use tries again.
    pub async fn open(&self) -> Result<(), StoreError> {
        self.pool().await.map(|_| ())
    }

    /// Starts a query over tables that belong to no workspace.
    pub fn query(&self, statement: &'static Global) -> Query<'_> {
        Query::on_store(self, statement.text())
    }

    /// Begins a transaction over tables that belong to no workspace. It writes: on SQLite it
    /// waits for its turn here and not in its middle. Dropped without `commit`, it is undone.
    ///
    /// # Errors
    /// When the store cannot be reached.
    pub async fn begin(&self) -> Result<Transaction, StoreError> {
        transaction::begin(self).await.map(Transaction::new)
    }

    /// Closes every connection. A later use fails; for the end of a program.
    pub async fn close(&self) {
        if let Some(pool) = self.shared.pool.get() {
            pool.close().await;
        }
    }

    async fn pool(&self) -> Result<&AnyPool, StoreError> {
        self.shared.pool.get_or_try_init(|| open::open(&self.shared.url)).await
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("url", &self.shared.url)
            .field("is_open", &self.shared.pool.initialized())
            .finish()
    }
}
