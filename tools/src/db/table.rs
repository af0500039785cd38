//! `db_tables`: what a database holds.

use super::{Column, DbError, reader, source};
use crate::call::Call;
use crate::port::DatabaseTable;
use crate::{Reply, tool};

/// A table or a view.
#[derive(Clone, Debug, PartialEq, Eq, Reply)]
pub struct Table {
    /// The name that db_select takes.
    pub name: String,
    /// Its columns, in order.
    pub columns: Vec<Column>,
}

/// The tables of a database.
#[derive(Clone, Debug, PartialEq, Eq, Reply)]
pub struct Tables {
    /// The tables, by name.
    pub tables: Vec<Table>,
    /// How many.
    pub count: usize,
}

/// List the tables of a database with their columns.
///
/// Only tables that the operator allowed are shown. A PostgreSQL table outside of the schema that
/// is searched first is named `schema.table`.
#[tool(does = read, scope = DbRead, gate = db_sources, timeout_ms = 150_000)]
pub async fn db_tables(
    call: &Call,
    /// Name from db_sources.
    #[param(len = 1..=64)]
    source: String,
) -> Result<Tables, DbError> {
    let reader = reader(call)?;
    let source = self::source(call, &reader, &source).await?;
    let found = call.ports().databases.tables(&reader, &source.name).await?;
    let tables: Vec<Table> = found.into_iter().map(Table::from).collect();
    Ok(Tables { count: tables.len(), tables })
}

impl From<DatabaseTable> for Table {
    fn from(table: DatabaseTable) -> Self {
        let columns = table.columns.into_iter().map(Column::from).collect();
        Self { name: table.name, columns }
    }
}
