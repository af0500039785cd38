//! What a reader is told when a database fails: enough to mend a statement, and no secrets.

use tollgate_tools::port::DatabasesError;

use super::Session;

/// Characters of what a database says.
const REASON_CHARS_MAX: usize = 300;

/// Why there is no connection.
///
/// Drivers and servers name hosts, users and files here, so only the kind of failure is told; the
/// log is told no more, because it is no place for passwords either.
pub(super) fn unreachable(session: &Session, error: &sqlx::Error) -> DatabasesError {
    let reason = match error {
        sqlx::Error::Database(error) => match error.code().as_deref() {
            Some("28P01" | "28000") => "it does not take the user or the password",
            Some("3D000") => "it has no database of this name",
            Some("53300") => "it has no connection left",
            _ if is_access(error.as_ref()) => "it does not take the user or the password",
            _ => "it refused the connection",
        },
        sqlx::Error::Io(error) => match error.kind() {
            std::io::ErrorKind::ConnectionRefused => "nothing listens at its address",
            std::io::ErrorKind::NotFound => "its file or socket is not there",
            std::io::ErrorKind::PermissionDenied => "the system does not let this server at it",
            _ => "the connection broke off",
        },
        sqlx::Error::Tls(_) => "no encrypted connection came about",
        sqlx::Error::Configuration(_) => "its address is wrong",
        _ => "no connection came about",
    };
    let name = session.source.name.clone();
    tracing::warn!("the database {name} cannot be reached: {reason}");
    DatabasesError::Unreachable { name, reason: reason.to_owned() }
}

/// Errors 1044, 1045 and 1698 of MySQL: no access.
fn is_access(error: &dyn sqlx::error::DatabaseError) -> bool {
    let number = error
        .try_downcast_ref::<sqlx::mysql::MySqlDatabaseError>()
        .map(sqlx::mysql::MySqlDatabaseError::number);
    matches!(number, Some(1044 | 1045 | 1698))
}

/// Why a statement has no answer.
pub(super) fn refused(session: &Session, error: &sqlx::Error) -> DatabasesError {
    let name = session.source.name.clone();
    let timeout_ms = u64::from(session.source.timeout_ms);
    let sqlx::Error::Database(error) = error else {
        let reason = match error {
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => "the connection broke off",
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                "a value in the answer cannot be shown; select it as text"
            }
            _ => "the answer cannot be read",
        };
        return DatabasesError::Refused { name, reason: reason.to_owned() };
    };
    if is_late(error.as_ref()) {
        return DatabasesError::TimedOut { name, timeout_ms };
    }
    DatabasesError::Refused { name, reason: clean(error.message(), &session.address) }
}

/// PostgreSQL's 57014, MySQL's 3024 and MariaDB's 1969; SQLite is told by who interrupts it.
fn is_late(error: &dyn sqlx::error::DatabaseError) -> bool {
    let number = error
        .try_downcast_ref::<sqlx::mysql::MySqlDatabaseError>()
        .map(sqlx::mysql::MySqlDatabaseError::number);
    let is_sqlite = error.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some();
    match error.code().as_deref() {
        _ if number.is_some() => matches!(number, Some(3024 | 1969)),
        Some("9") => is_sqlite,
        Some("57014") => true,
        _ => false,
    }
}

/// One line without control characters, cut, and without any part of the address that is secret.
fn clean(message: &str, address: &str) -> String {
    let line: String = message
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(REASON_CHARS_MAX)
        .collect();
    let password = url::Url::parse(address).ok().and_then(|url| url.password().map(str::to_owned));
    match password.filter(|password| !password.is_empty()) {
        Some(password) if line.contains(&password) => line.replace(&password, "***"),
        _ => line,
    }
}
