//! One statement with its values, on its way to the store.

use sqlx::any::{Any, AnyArguments, AnyRow};
use sqlx::{AnyConnection, FromRow, query_as_with, query_with};

use super::Store;
use super::error::{Cause, StoreError};

/// What a row can be read into; `#[derive(sqlx::FromRow)]` gives it.
pub trait Record: for<'r> FromRow<'r, AnyRow> + Send + Unpin {}

impl<T: for<'r> FromRow<'r, AnyRow> + Send + Unpin> Record for T {}

/// A value that both kinds of store keep alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text, or no text.
    Text(Option<String>),
    /// An integer, or none. Flags are 0 and 1, instants are milliseconds.
    Integer(Option<i64>),
}

/// A statement with its values.
#[derive(Debug)]
#[must_use = "a query does nothing until `all`, `first` or `run`"]
pub struct Query<'q> {
    place: Place<'q>,
    sql: &'static str,
    values: Vec<Value>,
}

#[derive(Debug)]
enum Place<'q> {
    Store(&'q Store),
    Transaction(&'q mut AnyConnection),
}

impl<'q> Query<'q> {
    pub(super) const fn on_store(store: &'q Store, sql: &'static str) -> Self {
        Self { place: Place::Store(store), sql, values: Vec::new() }
    }

    pub(super) const fn on_connection(
        connection: &'q mut AnyConnection,
        sql: &'static str,
    ) -> Self {
        Self { place: Place::Transaction(connection), sql, values: Vec::new() }
    }

    /// Gives the next parameter its value. For a workspace's statement the first one is `$2`.
    pub fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Every row.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn all<T: Record>(self) -> Result<Vec<T>, StoreError> {
        let sql = self.sql;
        let query = query_as_with::<Any, T, _>(sql, arguments(self.values));
        let rows = match self.place {
            Place::Store(store) => query.fetch_all(store.pool().await?).await,
            Place::Transaction(connection) => query.fetch_all(connection).await,
        };
        rows.map_err(|source| Cause::Query { sql, source }.into())
    }

    /// The first row, if there is one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn first<T: Record>(self) -> Result<Option<T>, StoreError> {
        let sql = self.sql;
        let query = query_as_with::<Any, T, _>(sql, arguments(self.values));
        let row = match self.place {
            Place::Store(store) => query.fetch_optional(store.pool().await?).await,
            Place::Transaction(connection) => query.fetch_optional(connection).await,
        };
        row.map_err(|source| Cause::Query { sql, source }.into())
    }

    /// Changes rows; tells how many. Outside a transaction the change is kept when this returns.
    ///
    /// # Errors
    /// When the store fails; nothing was changed then.
    pub async fn run(self) -> Result<u64, StoreError> {
        let sql = self.sql;
        let query = query_with::<Any, _>(sql, arguments(self.values));
        let done = match self.place {
            Place::Store(store) => query.execute(store.pool().await?).await,
            Place::Transaction(connection) => query.execute(connection).await,
        };
        done.map(|done| done.rows_affected()).map_err(|source| Cause::Query { sql, source }.into())
    }
}

fn arguments(values: Vec<Value>) -> AnyArguments {
    use sqlx::Arguments as _;

    let mut arguments = AnyArguments::default();
    for value in values {
        let added = match value {
            Value::Text(text) => arguments.add(text),
            Value::Integer(integer) => arguments.add(integer),
        };
        debug_assert!(added.is_ok(), "text and integers can always be bound");
    }
    arguments
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(Some(text.to_owned()))
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(Some(text.clone()))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Some(text))
    }
}

impl From<Option<&str>> for Value {
    fn from(text: Option<&str>) -> Self {
        Self::Text(text.map(str::to_owned))
    }
}

impl From<Option<String>> for Value {
    fn from(text: Option<String>) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(integer: i64) -> Self {
        Self::Integer(Some(integer))
    }
}

impl From<Option<i64>> for Value {
    fn from(integer: Option<i64>) -> Self {
        Self::Integer(integer)
    }
}

impl From<u32> for Value {
    fn from(integer: u32) -> Self {
        Self::Integer(Some(integer.into()))
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Integer(Some(flag.into()))
    }
}
