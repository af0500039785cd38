//! What callers learn when the store fails: that it did. The log sees the cause.

/// The store failed. Opaque to callers; its sources say what happened.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct StoreError(Box<Cause>);

/// What the store was doing.
#[derive(Debug, thiserror::Error)]
pub(super) enum Cause {
    #[error("the store `{file}` cannot be made or written")]
    File {
        file: String,
        #[source]
        source: std::io::Error,
    },
    #[error("the store {place} cannot be opened")]
    Open {
        place: String,
        #[source]
        source: sqlx::Error,
    },
    #[error("migration {version} of the store ({name}) failed")]
    Migration {
        version: i64,
        name: &'static str,
        #[source]
        source: sqlx::Error,
    },
    #[error(
        "the store is at migration {found}, this program knows {known}; \
         use a newer program, or another store"
    )]
    TooNew { found: i64, known: i64 },
    #[error("a transaction of the store cannot be {step}")]
    Transaction {
        step: &'static str,
        #[source]
        source: sqlx::Error,
    },
    #[error("a query of the store failed: {sql}")]
    Query {
        sql: &'static str,
        #[source]
        source: sqlx::Error,
    },
    #[error("a record of the store cannot be read: {what}")]
    Record { what: &'static str },
}

impl StoreError {
    /// Whether the store refused a second record where only one may be.
    #[must_use]
    pub fn is_duplicate(&self) -> bool {
        match &*self.0 {
            Cause::Query { source: sqlx::Error::Database(error), .. } => {
                error.is_unique_violation()
            }
            _ => false,
        }
    }

    /// A record that this program did not write, or no longer understands.
    #[must_use]
    pub fn unreadable(what: &'static str) -> Self {
        Cause::Record { what }.into()
    }
}

impl From<Cause> for StoreError {
    fn from(cause: Cause) -> Self {
        Self(Box::new(cause))
    }
}
