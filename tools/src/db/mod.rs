//! Databases that the operator opened for reading: what is there, and rows of it.
//!
//! Lives here: the tools, one file a noun; what a statement may be (`statement`); how a selection
//! becomes one (`selection`). Must not: open a connection, or know an address or a password.

pub mod query;
pub mod select;
pub mod source;
pub mod statement;
pub mod table;

mod deny;
mod kind;
mod rows;
mod selection;

use crate::bind::Failure;
use crate::call::{Call, Caller};
use crate::near::near;
use crate::port::{Database, DatabaseReader, DatabaseTable, DatabasesError};

pub use rows::{Column, Row, Rows};

/// Rows that a call may ask for; a source can allow fewer.
pub const ROWS_MAX: u32 = 1_000;

/// Why a database tool has no answer.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// Neither the operator nor an agent.
    #[error("databases are open to agents by name; this key belongs to none")]
    NoAgent,
    /// A table that is not there or may not be read; which of the two is not said.
    #[error(
        "no table `{table}` of `{source_name}` may be read; db_tables lists those that may{near}"
    )]
    UnknownTable {
        /// The table as given.
        table: String,
        /// The source.
        source_name: String,
        /// The end of the sentence: what may have been meant.
        near: String,
    },
    /// A column that the table does not have.
    #[error("{at}: table `{table}` has no column `{column}`; it has {known}{near}")]
    UnknownColumn {
        /// The argument.
        at: String,
        /// The column as given.
        column: String,
        /// The table.
        table: String,
        /// The columns there are, cut.
        known: String,
        /// The end of the sentence: what may have been meant.
        near: String,
    },
    /// A condition that cannot be one.
    #[error("filter[{index}]: {reason}")]
    Filter {
        /// Its place, from 0.
        index: usize,
        /// What is wrong and what would be right.
        reason: String,
    },
    /// Free SQL where only some tables may be read.
    #[error("`{source_name}` opens single tables, so it takes no SQL; read them with db_select")]
    NotWhole {
        /// The source.
        source_name: String,
    },
    /// The statement is none that may run.
    #[error("sql: {0}")]
    Statement(#[from] statement::StatementError),
    /// The database has no answer.
    #[error(transparent)]
    Databases(#[from] DatabasesError),
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Self::refused(&error)
    }
}

/// Who reads, if databases can be open to such a caller at all.
fn reader(call: &Call) -> Result<DatabaseReader, DbError> {
    match call.caller() {
        Caller::Operator => Ok(DatabaseReader::Operator),
        Caller::Agent { id, .. } => Ok(DatabaseReader::Agent { id: id.clone() }),
        Caller::Key { .. } | Caller::Subject { .. } => Err(DbError::NoAgent),
    }
}

/// The source of this name, if it is open to the reader. Names are the same in any case.
async fn source(call: &Call, reader: &DatabaseReader, name: &str) -> Result<Database, DbError> {
    let open = call.ports().databases.list(reader).await?;
    let found = open.into_iter().find(|source| source.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| DatabasesError::NotOpen { name: name.to_owned() }.into())
}

/// The table of this name, if it may be read.
async fn table(
    call: &Call,
    reader: &DatabaseReader,
    source: &Database,
    name: &str,
) -> Result<DatabaseTable, DbError> {
    let mut tables = call.ports().databases.tables(reader, &source.name).await?;
    let Some(at) = tables.iter().position(|table| table.name == name) else {
        return Err(DbError::UnknownTable {
            table: name.to_owned(),
            source_name: source.name.clone(),
            near: near(name, tables.iter().map(|table| table.name.as_str())),
        });
    };
    Ok(tables.swap_remove(at))
}
