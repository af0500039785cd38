//! SQLite: a file that is opened for reading alone.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteRow};
use sqlx::{
    AssertSqlSafe, Column as _, ConnectOptions as _, Row as _, SqliteConnection, TypeInfo as _,
    ValueRef as _,
};
use tollgate_tools::port::{
    DatabaseColumn, DatabaseQuery, DatabaseTable, DatabaseValue, DatabasesError,
};

use super::answer::{Answer, blob};
use super::{Session, catalogue, error};
use crate::settings::database_file;

/// Steps of SQLite's machine between two looks at the time.
const STEPS: i32 = 1_000;
/// Time that a writer may hold the file before a reader gives up.
const BUSY_MS: u64 = 5_000;

const TABLES: &str = "SELECT '', t.name, c.name, c.type FROM main.sqlite_schema AS t, \
     pragma_table_info(t.name) AS c WHERE t.type IN ('table', 'view') \
     AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY t.name, c.cid";

pub(super) async fn tables(session: &Session) -> Result<Vec<DatabaseTable>, DatabasesError> {
    let mut connection = connect(session).await?;
    let rows: Vec<(String, String, String, String)> = sqlx::query_as(TABLES)
        .fetch_all(&mut connection)
        .await
        .map_err(|source| error::refused(session, &source))?;
    let rows = rows.into_iter().map(|(schema, table, column, kind)| [schema, table, column, kind]);
    Ok(catalogue(rows, |_, table| (table.to_owned(), vec!["main".to_owned(), table.to_owned()])))
}

pub(super) async fn query(
    session: &Session,
    query: &DatabaseQuery,
    answer: &mut Answer,
) -> Result<(), DatabasesError> {
    let refused = |source| error::refused(session, &source);
    let mut connection = connect(session).await?;
    let statement = prepared(&mut connection, &query.sql).await.map_err(refused)?;
    answer.columns(statement);
    let mut bound = sqlx::query(AssertSqlSafe(query.sql.as_str())).persistent(false);
    for value in &query.values {
        bound = match value {
            DatabaseValue::Integer(integer) => bound.bind(*integer),
            DatabaseValue::Number(number) => bound.bind(*number),
            DatabaseValue::Text(text) => bound.bind(text.as_str()),
        };
    }
    let mut rows = bound.fetch(&mut connection);
    while let Some(row) = rows.next().await {
        let row = row.map_err(refused)?;
        if answer.push(cells(&row).map_err(refused)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// The columns of a statement, which an answer without rows has too.
async fn prepared(
    connection: &mut SqliteConnection,
    sql: &str,
) -> Result<Vec<DatabaseColumn>, sqlx::Error> {
    use sqlx::{Executor as _, SqlSafeStr as _, Statement as _};
    let statement = connection.prepare(AssertSqlSafe(sql).into_sql_str()).await?;
    let column = |column: &sqlx::sqlite::SqliteColumn| {
        let kind = match column.type_info().name() {
            "NULL" => String::new(),
            name => name.to_lowercase(),
        };
        DatabaseColumn { name: column.name().to_owned(), kind }
    };
    Ok(statement.columns().iter().map(column).collect())
}

/// Opens the file so that nothing can be written, even if a statement turns `query_only` off.
async fn connect(session: &Session) -> Result<SqliteConnection, DatabasesError> {
    let unreachable = |source| error::unreachable(session, &source);
    let Some(file) = database_file(&session.address) else {
        return Err(unreachable(sqlx::Error::Configuration("no path".into())));
    };
    let options = SqliteConnectOptions::new()
        .filename(file)
        .read_only(true)
        .create_if_missing(false)
        .busy_timeout(Duration::from_millis(BUSY_MS))
        .pragma("query_only", "ON")
        .pragma("trusted_schema", "OFF")
        .row_buffer_size(1)
        .statement_cache_capacity(1)
        .disable_statement_logging();
    let mut connection = options.connect().await.map_err(unreachable)?;
    let end = Instant::now() + Duration::from_millis(u64::from(session.source.timeout_ms));
    // Without this a statement would go on in its thread after everybody has left.
    let mut handle = connection.lock_handle().await.map_err(unreachable)?;
    handle.set_progress_handler(STEPS, move || Instant::now() < end);
    drop(handle);
    Ok(connection)
}

fn cells(row: &SqliteRow) -> Result<Vec<Option<String>>, sqlx::Error> {
    (0..row.len()).map(|at| cell(row, at)).collect()
}

fn cell(row: &SqliteRow, at: usize) -> Result<Option<String>, sqlx::Error> {
    let value = row.try_get_raw(at)?;
    if value.is_null() {
        return Ok(None);
    }
    let text = match value.type_info().name() {
        "INTEGER" => row.try_get_unchecked::<i64, _>(at)?.to_string(),
        "REAL" => row.try_get_unchecked::<f64, _>(at)?.to_string(),
        "BLOB" => blob(row.try_get_unchecked::<Vec<u8>, _>(at)?.len()),
        _ => {
            // A text in SQLite can be any bytes.
            let bytes = row.try_get_unchecked::<Vec<u8>, _>(at)?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    Ok(Some(text))
}
