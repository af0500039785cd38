//! The database port: bounded reads of databases that belong to somebody else.

use std::fmt::Debug;

use super::Pending;

/// Reads databases. Whoever implements it sees to it that nothing can be written, by the session
/// itself and whatever the statement says, and shows a reader only what was opened to it.
pub trait Databases: Send + Sync + Debug {
    /// The databases that this reader may read, by name.
    ///
    /// # Errors
    /// When nobody can tell which they are.
    fn list<'a>(
        &'a self,
        reader: &'a DatabaseReader,
    ) -> Pending<'a, Result<Vec<Database>, DatabasesError>>;

    /// The tables of a database that may be read, by name.
    ///
    /// # Errors
    /// When the database is not open to the reader, or does not answer.
    fn tables<'a>(
        &'a self,
        reader: &'a DatabaseReader,
        database: &'a str,
    ) -> Pending<'a, Result<Vec<DatabaseTable>, DatabasesError>>;

    /// Runs one statement that reads.
    ///
    /// # Errors
    /// When the database is not open to the reader, refuses the statement, or does not answer.
    fn query<'a>(
        &'a self,
        reader: &'a DatabaseReader,
        query: DatabaseQuery,
    ) -> Pending<'a, Result<DatabaseRows, DatabasesError>>;
}

/// Who reads, as far as databases care.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseReader {
    /// The owner of the installation, to whom every database is open.
    Operator,
    /// An agent, to whom those are open that its settings name.
    Agent {
        /// Its id.
        id: String,
    },
}

/// Which SQL a database speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// MySQL and MariaDB.
    MySql,
    /// PostgreSQL.
    Postgres,
    /// SQLite.
    Sqlite,
}

impl Dialect {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::MySql => "mysql",
            Self::Postgres => "postgres",
            Self::Sqlite => "sqlite",
        }
    }
}

/// A database that is open to a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    /// The name that readers use for it.
    pub name: String,
    /// What it holds, in the operator's words.
    pub label: String,
    /// Which SQL it speaks.
    pub dialect: Dialect,
    /// Whether every table may be read, so that a statement may name any.
    pub is_whole: bool,
    /// Rows of one answer.
    pub rows_max: u32,
}

/// A table or a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseTable {
    /// The name that readers use for it.
    pub name: String,
    /// What SQL calls it, one part after the other, unquoted.
    pub path: Vec<String>,
    /// Its columns, in order.
    pub columns: Vec<DatabaseColumn>,
}

/// A column of a table or of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseColumn {
    /// Its name.
    pub name: String,
    /// Its type in the words of the database; empty where it has none.
    pub kind: String,
}

/// One statement, what is bound to it, and the bounds of its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct DatabaseQuery {
    /// The name of the database.
    pub database: String,
    /// The statement, in the database's own dialect.
    pub sql: String,
    /// What its placeholders stand for, in order.
    pub values: Vec<DatabaseValue>,
    /// Rows of the answer; the database's own bound holds besides.
    pub rows_max: u32,
}

/// A value that is bound to a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum DatabaseValue {
    /// An integer.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// The rows of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DatabaseRows {
    /// The columns, in order.
    pub columns: Vec<DatabaseColumn>,
    /// The rows; a cell is the value as text, or `None` for NULL.
    pub rows: Vec<Vec<Option<String>>>,
    /// Whether there was more than the bounds let through.
    pub is_truncated: bool,
}

/// Why there are no rows. No variant carries an address or a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabasesError {
    /// Not open to this reader, whether there is such a database or not.
    #[error("no database `{name}` is open to this caller; db_sources lists those that are")]
    NotOpen {
        /// The name that was asked for.
        name: String,
    },
    /// The operator's settings cannot be read, or say something wrong.
    #[error(
        "the settings of the databases cannot be read; `tollgate check` tells the operator why"
    )]
    Settings,
    /// The settings of this one do not lead to a database.
    #[error("`{name}` is not set up: {reason}")]
    NotSetUp {
        /// The database.
        name: String,
        /// What is missing.
        reason: String,
    },
    /// No connection.
    #[error("`{name}` cannot be reached: {reason}")]
    Unreachable {
        /// The database.
        name: String,
        /// Why not, without addresses.
        reason: String,
    },
    /// The database refused the statement.
    #[error("`{name}` refused the statement: {reason}")]
    Refused {
        /// The database.
        name: String,
        /// What it said, cut.
        reason: String,
    },
    /// The answer did not come in time.
    #[error("no answer of `{name}` within {timeout_ms} ms; narrow the question down")]
    TimedOut {
        /// The database.
        name: String,
        /// The bound.
        timeout_ms: u64,
    },
}
