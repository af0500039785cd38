//! Databases of others: who may read which, and one bounded question at a time.
//!
//! Lives here: what every kind of database has in common. A question has a connection of its own,
//! so that nothing which one reader leaves in a session is there for the next, and that session
//! cannot write, whatever the statement says. Must not: judge statements (the tools do that
//! first), or say an address or a password to anybody.

mod answer;
mod error;
mod mysql;
mod postgres;
mod sqlite;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::time::timeout;
use tollgate_tools::port::{
    Database, DatabaseQuery, DatabaseReader, DatabaseRows, DatabaseTable, Databases,
    DatabasesError, Dialect, Pending,
};

use crate::settings::{DbSource, Home, databases, databases_of};
use answer::Answer;

/// Questions that all readers together ask at a time.
const CONNECTIONS_MAX: usize = 16;
/// Time for connecting, besides that of the question.
const CONNECT_MS: u64 = 10_000;

/// The databases that the settings of a home describe, as they are at each question.
#[derive(Clone, Debug)]
pub struct HostDatabases {
    home: Home,
    free: Arc<Semaphore>,
}

/// One question to one database.
struct Session {
    source: DbSource,
    address: String,
}

impl HostDatabases {
    /// The databases of this home. Nothing is read or opened before the first question.
    #[must_use]
    pub fn new(home: Home) -> Self {
        Self { home, free: Arc::new(Semaphore::new(CONNECTIONS_MAX)) }
    }

    /// Every database that is open to a reader.
    async fn open(&self, reader: &DatabaseReader) -> Result<Vec<DbSource>, DatabasesError> {
        let (home, reader) = (self.home.clone(), reader.clone());
        // Reading files would hold up everything else on this thread.
        let read = tokio::task::spawn_blocking(move || {
            let all = |home| {
                databases(home).map_err(|error| {
                    tracing::error!("the databases are closed: {error}");
                    DatabasesError::Settings
                })
            };
            let DatabaseReader::Agent { id } = reader else { return all(&home) };
            let named = databases_of(&home, &id).map_err(|error| {
                tracing::error!("the databases are closed to agent {id}: {error}");
                DatabasesError::Settings
            })?;
            // What is open to nobody is not looked at.
            if named.is_empty() {
                return Ok(Vec::new());
            }
            let is_named = |source: &DbSource| {
                named.iter().any(|name| name.eq_ignore_ascii_case(&source.name))
            };
            Ok(all(&home)?.into_iter().filter(is_named).collect())
        });
        read.await.unwrap_or(Err(DatabasesError::Settings))
    }

    async fn session(
        &self,
        reader: &DatabaseReader,
        name: &str,
    ) -> Result<Session, DatabasesError> {
        let open = self.open(reader).await?;
        let source = open
            .into_iter()
            .find(|source| source.name == name)
            .ok_or_else(|| DatabasesError::NotOpen { name: name.to_owned() })?;
        let address = source.address.resolve(source.driver).ok_or_else(|| {
            let reason = "the environment variable that `url_env` names holds no address for it";
            DatabasesError::NotSetUp { name: name.to_owned(), reason: reason.to_owned() }
        })?;
        Ok(Session { source, address })
    }

    /// Runs a question under its bounds: some time, and a few at a time.
    async fn bounded<T>(
        &self,
        session: &Session,
        question: impl Future<Output = Result<T, DatabasesError>>,
    ) -> Result<T, DatabasesError> {
        let timeout_ms = u64::from(session.source.timeout_ms);
        let late = || DatabasesError::TimedOut { name: session.source.name.clone(), timeout_ms };
        let turn = self.free.acquire();
        let within = Duration::from_millis(timeout_ms + CONNECT_MS);
        timeout(within, async {
            // The semaphore is never closed.
            let _turn = turn.await;
            question.await
        })
        .await
        .unwrap_or_else(|_| Err(late()))
    }
}

impl Databases for HostDatabases {
    fn list<'a>(
        &'a self,
        reader: &'a DatabaseReader,
    ) -> Pending<'a, Result<Vec<Database>, DatabasesError>> {
        Box::pin(async move {
            let open = self.open(reader).await?;
            Ok(open.into_iter().map(described).collect())
        })
    }

    fn tables<'a>(
        &'a self,
        reader: &'a DatabaseReader,
        database: &'a str,
    ) -> Pending<'a, Result<Vec<DatabaseTable>, DatabasesError>> {
        Box::pin(async move {
            let session = self.session(reader, database).await?;
            let found = self.bounded(&session, async {
                match session.source.driver {
                    Dialect::MySql => mysql::tables(&session).await,
                    Dialect::Postgres => postgres::tables(&session).await,
                    Dialect::Sqlite => sqlite::tables(&session).await,
                }
            });
            let mut tables = found.await?;
            if let Some(allowed) = &session.source.tables {
                tables.retain(|table| allowed.contains(&table.name));
            }
            tables.sort_by(|left, right| left.name.cmp(&right.name));
            Ok(tables)
        })
    }

    fn query<'a>(
        &'a self,
        reader: &'a DatabaseReader,
        query: DatabaseQuery,
    ) -> Pending<'a, Result<DatabaseRows, DatabasesError>> {
        Box::pin(async move {
            let session = self.session(reader, &query.database).await?;
            let rows_max = query.rows_max.min(session.source.max_rows);
            let mut answer = Answer::new(rows_max);
            self.bounded(&session, async {
                match session.source.driver {
                    Dialect::MySql => mysql::query(&session, &query, &mut answer).await,
                    Dialect::Postgres => postgres::query(&session, &query, &mut answer).await,
                    Dialect::Sqlite => sqlite::query(&session, &query, &mut answer).await,
                }
            })
            .await?;
            Ok(answer.finish())
        })
    }
}

fn described(source: DbSource) -> Database {
    Database {
        name: source.name,
        label: source.label,
        dialect: source.driver,
        is_whole: source.tables.is_none(),
        rows_max: source.max_rows,
    }
}

/// The rows of a catalogue, `schema, table, column, type` sorted by table, as tables.
fn catalogue(
    rows: impl IntoIterator<Item = [String; 4]>,
    names: impl Fn(&str, &str) -> (String, Vec<String>),
) -> Vec<DatabaseTable> {
    let mut tables: Vec<DatabaseTable> = Vec::new();
    for [schema, table, column, kind] in rows {
        let (name, path) = names(&schema, &table);
        let column = tollgate_tools::port::DatabaseColumn { name: column, kind };
        match tables.last_mut() {
            Some(last) if last.path == path => last.columns.push(column),
            _ => tables.push(DatabaseTable { name, path, columns: vec![column] }),
        }
    }
    tables
}
