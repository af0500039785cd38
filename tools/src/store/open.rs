//! Opening a store: connections, what each of them is told first, and migrations.
//!
//! SQLite runs with a write-ahead log that is synced by every commit: a write that was
//! acknowledged survives the end of the process and of the machine.

use std::path::Path;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Connection as _, Executor as _};

use super::error::{Cause, StoreError};
use super::migrate;
use super::url::StoreUrl;

/// Connections of one process to the embedded store; writers take turns anyway.
const SQLITE_CONNECTIONS_MAX: u32 = 4;
/// Connections of one process to PostgreSQL.
const POSTGRES_CONNECTIONS_MAX: u32 = 8;
/// Time that a call waits for a free connection.
const ACQUIRE_TIMEOUT_MS: u64 = 30_000;
/// Tries to turn on the write-ahead log while another process does the same.
const WAL_TRIES_MAX: u32 = 200;

/// What every SQLite connection is told first. The log comes after this: it can be busy.
const PRAGMAS: &str = "PRAGMA busy_timeout = 20000; PRAGMA foreign_keys = ON; \
                       PRAGMA synchronous = FULL";
const WAL: &str = "PRAGMA journal_mode = WAL";

/// Opens the store and brings it up to date.
pub(super) async fn open(url: &StoreUrl) -> Result<AnyPool, StoreError> {
    sqlx::any::install_default_drivers();
    if let Some(file) = url.file() {
        make_file(file)
            .map_err(|source| Cause::File { file: file.display().to_string(), source })?;
    }
    let failed = |source| Cause::Open { place: url.to_string(), source };
    // One connection by itself first: a pool would hide why it cannot connect behind a timeout.
    let mut connection = AnyConnection::connect(url.driver_url()).await.map_err(failed)?;
    if url.is_sqlite() {
        prepare_sqlite(&mut connection).await.map_err(failed)?;
    }
    migrate::run(&mut connection, url.is_sqlite()).await?;
    let pool = options(url.is_sqlite()).connect_lazy(url.driver_url()).map_err(failed)?;
    // The pool has what it needs; a failure to say goodbye is of no interest.
    connection.close().await.ok();
    Ok(pool)
}

fn options(is_sqlite: bool) -> AnyPoolOptions {
    let options = AnyPoolOptions::new()
        .acquire_timeout(Duration::from_millis(ACQUIRE_TIMEOUT_MS))
        .max_connections(POSTGRES_CONNECTIONS_MAX);
    if !is_sqlite {
        return options;
    }
    options
        .max_connections(SQLITE_CONNECTIONS_MAX)
        .test_before_acquire(false)
        .after_connect(|connection, _| Box::pin(prepare_sqlite(connection)))
}

async fn prepare_sqlite(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    connection.execute(PRAGMAS).await?;
    // Changing the kind of log ignores the busy timeout, so two processes that open a new file
    // at once must try again by themselves.
    let mut tries = 0;
    loop {
        match connection.execute(WAL).await {
            Err(error) if is_busy(&error) && tries < WAL_TRIES_MAX => {
                tries += 1;
                // A cheap wait: the write lock is taken with the busy timeout, then given back.
                connection.execute("BEGIN IMMEDIATE; ROLLBACK").await?;
            }
            Err(error) => return Err(error),
            Ok(_) => return Ok(()),
        }
    }
}

fn is_busy(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else { return false };
    // The extended code keeps the primary one in its low byte; 5 is SQLITE_BUSY.
    error.code().and_then(|code| code.parse::<i32>().ok()).is_some_and(|code| code & 0xff == 5)
}

/// Makes the file and the folders above it, for their owner alone. SQLite would make the file by
/// itself, but for everybody to read; an empty one is a new store to it.
fn make_file(file: &Path) -> std::io::Result<()> {
    let mut folders = std::fs::DirBuilder::new();
    let mut options = std::fs::OpenOptions::new();
    folders.recursive(true);
    options.append(true).create(true);
    #[cfg(unix)]
    {
        std::os::unix::fs::DirBuilderExt::mode(&mut folders, 0o700);
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    if let Some(folder) = file.parent() {
        folders.create(folder)?;
    }
    options.open(file).map(drop)
}
