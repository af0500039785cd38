//! Bringing a store up to date.
//!
//! All missing migrations run in one transaction, behind a lock that other processes wait for, so
//! that a store is never half new. Must not: hold SQL of its own besides its bookkeeping.

use sqlx::{AnyConnection, Connection as _, Executor as _, Row as _};

use super::error::{Cause, StoreError};

/// One step of the store's history.
struct Migration {
    version: i64,
    name: &'static str,
    sql: &'static str,
}

macro_rules! migration {
    ($version:literal, $name:literal) => {
        Migration {
            version: $version,
            name: $name,
            sql: include_str!(concat!("migrations/", $name, ".sql")),
        }
    };
}

/// The history, oldest first.
const MIGRATIONS: &[Migration] = &[
    migration!(1, "0001_workspaces"),
    migration!(2, "0002_newsfeed"),
    migration!(3, "0003_keys"),
    migration!(4, "0004_working_state"),
    migration!(5, "0005_grants"),
    migration!(6, "0006_canvas"),
];

const JOURNAL: &str = "CREATE TABLE IF NOT EXISTS migrations \
                       (version BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL)";
const APPLIED: &str = "SELECT version FROM migrations ORDER BY version DESC LIMIT 1";
const APPLY: &str = "INSERT INTO migrations (version, name) VALUES ($1, $2)";
/// Any number will do, as long as every Tollgate asks for the same one.
const POSTGRES_LOCK: &str = "SELECT pg_advisory_xact_lock(8030030)";

/// Runs what the store has not seen yet.
pub(super) async fn run(connection: &mut AnyConnection, is_sqlite: bool) -> Result<(), StoreError> {
    let failed = |source| Cause::Transaction { step: "begun", source };
    let begin = if is_sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" };
    let mut transaction = connection.begin_with(begin).await.map_err(failed)?;
    if !is_sqlite {
        transaction.execute(POSTGRES_LOCK).await.map_err(failed)?;
    }
    let found = applied(&mut transaction).await.map_err(|source| Cause::Migration {
        version: 0,
        name: "journal",
        source,
    })?;
    let known = MIGRATIONS.last().map_or(0, |migration| migration.version);
    if found > known {
        return Err(Cause::TooNew { found, known }.into());
    }
    for migration in MIGRATIONS.iter().filter(|migration| migration.version > found) {
        apply(&mut transaction, migration).await.map_err(|source| Cause::Migration {
            version: migration.version,
            name: migration.name,
            source,
        })?;
    }
    transaction
        .commit()
        .await
        .map_err(|source| Cause::Transaction { step: "committed", source }.into())
}

async fn applied(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    connection.execute(JOURNAL).await?;
    match connection.fetch_optional(APPLIED).await? {
        Some(row) => row.try_get(0),
        None => Ok(0),
    }
}

async fn apply(connection: &mut AnyConnection, migration: &Migration) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(migration.sql).execute(&mut *connection).await?;
    let done = sqlx::query(APPLY).bind(migration.version).bind(migration.name);
    connection.execute(done).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::table::WORKSPACE_TABLES;
    use super::MIGRATIONS;

    /// The tables that the migrations create, each with the name of its first column.
    fn created() -> Vec<(String, String)> {
        let mut tables = Vec::new();
        for migration in MIGRATIONS {
            for part in migration.sql.split("CREATE TABLE ").skip(1) {
                let mut words = part.split(|c: char| !c.is_alphanumeric() && c != '_');
                let table = words.next().unwrap().to_owned();
                let column = words.find(|word| !word.is_empty()).unwrap().to_owned();
                tables.push((table, column));
            }
        }
        tables
    }

    #[test]
    fn the_list_of_workspace_tables_is_what_the_migrations_create() {
        let mut scoped: Vec<_> = created()
            .into_iter()
            .filter(|(_, column)| column == "workspace_id")
            .map(|(table, _)| table)
            .collect();
        scoped.sort();
        assert_eq!(scoped, WORKSPACE_TABLES);
    }

    #[test]
    fn workspace_id_is_a_first_column_or_none() {
        let mut first = 0;
        for (_, column) in created() {
            first += usize::from(column == "workspace_id");
        }
        let declared: usize = MIGRATIONS
            .iter()
            .map(|migration| migration.sql.matches("workspace_id TEXT NOT NULL").count())
            .sum();
        assert_eq!(first, declared);
    }

    #[test]
    fn every_file_of_the_folder_is_listed_in_order() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/store/migrations");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let listed: Vec<_> = MIGRATIONS.iter().map(|one| format!("{}.sql", one.name)).collect();
        assert_eq!(listed, files);
        for (at, migration) in (1..).zip(MIGRATIONS) {
            assert_eq!(migration.version, at);
            assert!(migration.name.starts_with(&format!("{at:04}_")));
        }
    }
}
