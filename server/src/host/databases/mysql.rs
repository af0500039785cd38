//! MySQL and MariaDB: a session and a transaction that cannot write.

use std::str::FromStr as _;

use futures_util::StreamExt as _;
use sqlx::mysql::types::MySqlTime;
use sqlx::mysql::{MySqlConnectOptions, MySqlConnection, MySqlRow};
use sqlx::types::chrono::NaiveDate;
use sqlx::types::chrono::NaiveDateTime;
use sqlx::{
    AssertSqlSafe, Column as _, ConnectOptions as _, Executor as _, Row as _, SqlSafeStr as _,
    Statement as _, TypeInfo as _, ValueRef as _,
};
use tollgate_tools::port::{
    DatabaseColumn, DatabaseQuery, DatabaseTable, DatabaseValue, DatabasesError,
};

use super::answer::{Answer, blob};
use super::{Session, catalogue, error};

const TABLES: &str = "SELECT CAST(table_schema AS CHAR), CAST(table_name AS CHAR), \
     CAST(column_name AS CHAR), CAST(column_type AS CHAR) FROM information_schema.columns \
     WHERE table_schema = DATABASE() ORDER BY table_name, ordinal_position";

pub(super) async fn tables(session: &Session) -> Result<Vec<DatabaseTable>, DatabasesError> {
    let mut connection = connect(session).await?;
    let rows: Vec<(String, String, String, String)> = sqlx::query_as(TABLES)
        .persistent(false)
        .fetch_all(&mut connection)
        .await
        .map_err(|source| error::refused(session, &source))?;
    let rows = rows.into_iter().map(|(schema, table, column, kind)| [schema, table, column, kind]);
    Ok(catalogue(rows, |schema, table| {
        (table.to_owned(), vec![schema.to_owned(), table.to_owned()])
    }))
}

pub(super) async fn query(
    session: &Session,
    query: &DatabaseQuery,
    answer: &mut Answer,
) -> Result<(), DatabasesError> {
    let refused = |source| error::refused(session, &source);
    let mut connection = connect(session).await?;
    let columns = prepared(&mut connection, &query.sql).await.map_err(refused)?;
    answer.columns(columns);
    // Prepared, not sent as text: the server then takes one statement alone.
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
        if answer.push(cells(&row.map_err(refused)?).map_err(refused)?).is_break() {
            break;
        }
    }
    Ok(())
}

/// The columns of a statement. Preparing runs nothing.
async fn prepared(
    connection: &mut MySqlConnection,
    sql: &str,
) -> Result<Vec<DatabaseColumn>, sqlx::Error> {
    let statement = connection.prepare(AssertSqlSafe(sql).into_sql_str()).await?;
    let column = |column: &sqlx::mysql::MySqlColumn| DatabaseColumn {
        name: column.name().to_owned(),
        kind: column.type_info().name().to_lowercase(),
    };
    Ok(statement.columns().iter().map(column).collect())
}

/// Opens a session that cannot write, and a transaction in it that cannot either.
async fn connect(session: &Session) -> Result<MySqlConnection, DatabasesError> {
    let unreachable = |source| error::unreachable(session, &source);
    let options = MySqlConnectOptions::from_str(&session.address)
        .map_err(unreachable)?
        .statement_cache_capacity(1)
        .disable_statement_logging();
    let mut connection = options.connect().await.map_err(unreachable)?;
    let version: String = sqlx::query_scalar("SELECT CAST(VERSION() AS CHAR)")
        .fetch_one(&mut connection)
        .await
        .map_err(unreachable)?;
    let timeout_ms = session.source.timeout_ms;
    let bound = match version.contains("MariaDB") {
        true => format!("max_statement_time = {}", f64::from(timeout_ms) / 1_000.0),
        false => format!("max_execution_time = {timeout_ms}"),
    };
    // The way texts are quoted is what the judge of statements takes it to be.
    for setting in [
        format!("SET SESSION {bound}, sql_mode = 'STRICT_ALL_TABLES'"),
        "SET SESSION TRANSACTION READ ONLY".to_owned(),
        "START TRANSACTION READ ONLY".to_owned(),
    ] {
        connection.execute(sqlx::raw_sql(AssertSqlSafe(setting))).await.map_err(unreachable)?;
    }
    Ok(connection)
}

fn cells(row: &MySqlRow) -> Result<Vec<Option<String>>, sqlx::Error> {
    (0..row.len()).map(|at| cell(row, at)).collect()
}

fn cell(row: &MySqlRow, at: usize) -> Result<Option<String>, sqlx::Error> {
    let value = row.try_get_raw(at)?;
    if value.is_null() {
        return Ok(None);
    }
    let kind = value.type_info();
    let text = match kind.name() {
        "BOOLEAN" | "TINYINT" | "SMALLINT" | "MEDIUMINT" | "INT" | "BIGINT" => {
            row.try_get_unchecked::<i64, _>(at)?.to_string()
        }
        "TINYINT UNSIGNED" | "SMALLINT UNSIGNED" | "MEDIUMINT UNSIGNED" | "INT UNSIGNED"
        | "BIGINT UNSIGNED" | "BIT" | "YEAR" => row.try_get_unchecked::<u64, _>(at)?.to_string(),
        "FLOAT" => row.try_get_unchecked::<f32, _>(at)?.to_string(),
        "DOUBLE" => row.try_get_unchecked::<f64, _>(at)?.to_string(),
        "DATE" => row.try_get_unchecked::<NaiveDate, _>(at)?.to_string(),
        "DATETIME" | "TIMESTAMP" => row.try_get_unchecked::<NaiveDateTime, _>(at)?.to_string(),
        "TIME" => row.try_get_unchecked::<MySqlTime, _>(at)?.to_string(),
        "BINARY" | "VARBINARY" | "TINYBLOB" | "BLOB" | "MEDIUMBLOB" | "LONGBLOB" | "GEOMETRY" => {
            blob(row.try_get_unchecked::<Vec<u8>, _>(at)?.len())
        }
        _ => {
            let bytes = row.try_get_unchecked::<Vec<u8>, _>(at)?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
    };
    Ok(Some(text))
}
