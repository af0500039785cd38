//! `db_sources`: which databases are open to the caller.

use super::{DbError, reader};
use crate::call::Call;
use crate::port::Database;
use crate::{Reply, tool};

/// A database that is open to the caller.
#[derive(Clone, Debug, PartialEq, Eq, Reply)]
pub struct Source {
    /// The name that other tools take.
    pub name: String,
    /// What it holds.
    pub label: String,
    /// `sqlite`, `postgres` or `mysql`.
    pub driver: &'static str,
    /// Whether db_query may read it.
    pub free_sql: bool,
    /// Rows that one answer has at most.
    pub max_rows: u32,
}

/// Every database that is open to the caller.
#[derive(Clone, Debug, PartialEq, Eq, Reply)]
pub struct Sources {
    /// The sources, by name.
    pub sources: Vec<Source>,
    /// How many.
    pub count: usize,
}

/// List the databases that you may read.
///
/// The operator describes a database in `config.toml` under `[db_sources.<name>]` and opens it to
/// an agent in that agent's `agent.toml` under `[capabilities] db_sources`. Nothing is connected
/// to by this tool.
#[tool(does = read, scope = DbRead, gate = db_sources)]
pub async fn db_sources(call: &Call) -> Result<Sources, DbError> {
    let open = call.ports().databases.list(&reader(call)?).await?;
    let sources: Vec<Source> = open.into_iter().map(Source::from).collect();
    Ok(Sources { count: sources.len(), sources })
}

impl From<Database> for Source {
    fn from(database: Database) -> Self {
        Self {
            driver: database.dialect.word(),
            name: database.name,
            label: database.label,
            free_sql: database.is_whole,
            max_rows: database.rows_max,
        }
    }
}
