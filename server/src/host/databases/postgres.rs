//! PostgreSQL: a session and a transaction that cannot write.

use std::str::FromStr as _;

use futures_util::StreamExt as _;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{
    AssertSqlSafe, Column as _, ConnectOptions as _, Executor as _, Row as _, SqlSafeStr as _,
    Statement as _, TypeInfo as _,
};
use tollgate_tools::port::{
    DatabaseColumn, DatabaseQuery, DatabaseTable, DatabaseValue, DatabasesError,
};

use super::answer::{Answer, CELL_BYTES_MAX};
use super::{Session, catalogue, error};

/// Every table and view that this user may read, whatever its schema.
const TABLES: &str = "SELECT CASE WHEN n.nspname = current_schema() THEN '' ELSE n.nspname END, \
     c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod), n.nspname::text \
     FROM pg_catalog.pg_class AS c \
     JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace \
     JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 \
         AND NOT a.attisdropped \
     WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname <> 'information_schema' \
         AND n.nspname NOT LIKE 'pg\\_%' \
         AND has_any_column_privilege(c.oid, 'SELECT') \
         AND has_schema_privilege(n.oid, 'USAGE') \
     ORDER BY n.nspname, c.relname, a.attnum";

pub(super) async fn tables(session: &Session) -> Result<Vec<DatabaseTable>, DatabasesError> {
    let mut connection = connect(session).await?;
    let rows: Vec<(String, String, String, String, String)> = sqlx::query_as(TABLES)
        .persistent(false)
        .fetch_all(&mut connection)
        .await
        .map_err(|source| error::refused(session, &source))?;
    let mut tables: Vec<DatabaseTable> = Vec::new();
    for (shown, table, column, kind, schema) in rows {
        let name = if shown.is_empty() { table.clone() } else { format!("{shown}.{table}") };
        tables.extend(catalogue([[schema.clone(), table.clone(), column, kind]], |_, _| {
            (name.clone(), vec![schema.clone(), table.clone()])
        }));
    }
    tables.dedup_by(|later, earlier| {
        let is_same = later.path == earlier.path;
        if is_same {
            earlier.columns.append(&mut later.columns);
        }
        is_same
    });
    Ok(tables)
}

pub(super) async fn query(
    session: &Session,
    query: &DatabaseQuery,
    answer: &mut Answer,
) -> Result<(), DatabasesError> {
    let refused = |source| error::refused(session, &source);
    let mut connection = connect(session).await?;
    let columns = prepared(&mut connection, &query.sql).await.map_err(refused)?;
    if columns.is_empty() {
        let (name, reason) = (session.source.name.clone(), "it answers with no columns".to_owned());
        return Err(DatabasesError::Refused { name, reason });
    }
    let sql = as_text(&query.sql, &columns, query.rows_max);
    answer.columns(columns);
    let mut bound = sqlx::query(AssertSqlSafe(sql)).persistent(false);
    for value in &query.values {
        bound = match value {
            DatabaseValue::Integer(integer) => bound.bind(integer.to_string()),
            DatabaseValue::Number(number) => bound.bind(number.to_string()),
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

/// The columns of a statement. Preparing runs nothing, and takes one statement alone.
async fn prepared(
    connection: &mut PgConnection,
    sql: &str,
) -> Result<Vec<DatabaseColumn>, sqlx::Error> {
    let statement = connection.prepare(AssertSqlSafe(sql).into_sql_str()).await?;
    let column = |column: &sqlx::postgres::PgColumn| DatabaseColumn {
        name: column.name().to_owned(),
        kind: column.type_info().name().to_lowercase(),
    };
    Ok(statement.columns().iter().map(column).collect())
}

/// The statement with every value as text, cut by the database itself, and one row more than
/// wanted. The statement stands in parentheses, where PostgreSQL takes nothing but a query.
fn as_text(sql: &str, columns: &[DatabaseColumn], rows_max: u32) -> String {
    let shown = |(at, column): (usize, &DatabaseColumn)| match column.kind.as_str() {
        "bytea" => format!("'<' || octet_length(c{at}) || ' bytes>'"),
        _ => format!("left(c{at}::text, {})", CELL_BYTES_MAX + 1),
    };
    let shown: Vec<String> = columns.iter().enumerate().map(shown).collect();
    let names: Vec<String> = (0..columns.len()).map(|at| format!("c{at}")).collect();
    let (shown, names, limit) = (shown.join(", "), names.join(", "), u64::from(rows_max) + 1);
    format!("SELECT {shown} FROM (\n{sql}\n) AS tollgate ({names}) LIMIT {limit}")
}

/// Opens a session that cannot write, and a transaction in it that cannot either.
async fn connect(session: &Session) -> Result<PgConnection, DatabasesError> {
    let unreachable = |source| error::unreachable(session, &source);
    let options = PgConnectOptions::from_str(&session.address)
        .map_err(unreachable)?
        .application_name("tollgate")
        .statement_cache_capacity(1)
        .disable_statement_logging();
    let mut connection = options.connect().await.map_err(unreachable)?;
    let timeout_ms = session.source.timeout_ms;
    let settings = format!(
        "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY; \
         SET statement_timeout = {timeout_ms}; SET lock_timeout = {timeout_ms}; \
         SET idle_in_transaction_session_timeout = {timeout_ms}; \
         SET standard_conforming_strings = on; SET bytea_output = hex; \
         SET row_security = on; BEGIN TRANSACTION READ ONLY"
    );
    connection.execute(AssertSqlSafe(settings)).await.map_err(unreachable)?;
    Ok(connection)
}

fn cells(row: &PgRow) -> Result<Vec<Option<String>>, sqlx::Error> {
    (0..row.len()).map(|at| row.try_get::<Option<String>, _>(at)).collect()
}
