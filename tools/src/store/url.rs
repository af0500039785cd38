//! Where a store is: the address that settings give.
//!
//! Must not: open anything.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use url::Url;

/// The file name of the embedded store, below the home folder.
const FILE: &str = "tollgate.db";

/// Where a store is. Shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreUrl {
    place: Place,
}

#[derive(Clone, PartialEq, Eq)]
enum Place {
    Sqlite { path: PathBuf, url: String },
    Postgres { url: Url },
}

/// Why a text names no store.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreUrlError {
    /// Something else than the two kinds of store.
    #[error(
        "`{scheme}` is no kind of store; \
         write `sqlite:/absolute/path` or `postgres://user@host/database`"
    )]
    Scheme {
        /// What stands before the colon.
        scheme: String,
    },
    /// No kind of store at all.
    #[error(
        "a store URL starts with `sqlite:` or `postgres://`; \
         write `sqlite:/absolute/path` or `postgres://user@host/database`"
    )]
    NoScheme,
    /// A path that depends on the folder of the process.
    #[error("the path of an SQLite store must be absolute, `{path}` is not")]
    RelativePath {
        /// The path.
        path: String,
    },
    /// A store that would be forgotten.
    #[error("an SQLite store must be a file; `:memory:` would forget acknowledged writes")]
    InMemory,
    /// Options that the store sets by itself.
    #[error("an SQLite store takes no options; drop everything from the `?` on")]
    SqliteOptions,
    /// A path that no URL can carry.
    #[error("the path of an SQLite store must be UTF-8, `{path}` is not")]
    NotUtf8 {
        /// The path, with replacement characters.
        path: String,
    },
    /// The text after the scheme is no URL.
    #[error("the PostgreSQL URL cannot be read: {reason}")]
    Malformed {
        /// What the URL grammar says.
        reason: url::ParseError,
    },
    /// PostgreSQL without a database.
    #[error("the PostgreSQL URL names no database; write `postgres://user@host/database`")]
    NoDatabase,
}

impl StoreUrl {
    /// The embedded store of a home folder.
    ///
    /// # Errors
    /// When the folder is no absolute UTF-8 path.
    pub fn in_home(home: &Path) -> Result<Self, StoreUrlError> {
        Self::sqlite(&home.join(FILE))
    }

    /// The embedded store in this file.
    ///
    /// # Errors
    /// When it is no absolute UTF-8 path.
    pub fn sqlite(path: &Path) -> Result<Self, StoreUrlError> {
        let Some(text) = path.to_str() else {
            return Err(StoreUrlError::NotUtf8 { path: path.to_string_lossy().into_owned() });
        };
        if !path.is_absolute() {
            return Err(StoreUrlError::RelativePath { path: text.to_owned() });
        }
        let url = format!("sqlite://{}?mode=rwc", escaped(text));
        Ok(Self { place: Place::Sqlite { path: path.to_owned(), url } })
    }

    /// Reads what `[store] url` says.
    ///
    /// # Errors
    /// When it names no store, with what to write instead.
    pub fn parse(text: &str) -> Result<Self, StoreUrlError> {
        let (scheme, rest) = text.split_once(':').ok_or(StoreUrlError::NoScheme)?;
        match scheme.to_ascii_lowercase().as_str() {
            "sqlite" => parse_sqlite(rest),
            "postgres" | "postgresql" => parse_postgres(text),
            _ => Err(StoreUrlError::Scheme { scheme: scheme.to_owned() }),
        }
    }

    /// The file of an embedded store.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match &self.place {
            Place::Sqlite { path, .. } => Some(path),
            Place::Postgres { .. } => None,
        }
    }

    /// What the driver is told.
    pub(super) fn driver_url(&self) -> &str {
        match &self.place {
            Place::Sqlite { url, .. } => url,
            Place::Postgres { url } => url.as_str(),
        }
    }

    /// Whether it is the embedded store.
    pub(super) const fn is_sqlite(&self) -> bool {
        matches!(self.place, Place::Sqlite { .. })
    }
}

impl fmt::Display for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Sqlite { path, .. } => write!(f, "sqlite:{}", path.display()),
            Place::Postgres { url } => {
                // Options can carry a password too, so none of them is shown.
                let user = url.username();
                let at = if user.is_empty() { "" } else { "@" };
                let host = url.host_str().unwrap_or_default();
                write!(f, "postgres://{user}{at}{host}")?;
                if let Some(port) = url.port() {
                    write!(f, ":{port}")?;
                }
                f.write_str(url.path())
            }
        }
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoreUrl({self})")
    }
}

fn parse_sqlite(rest: &str) -> Result<StoreUrl, StoreUrlError> {
    let path = rest.strip_prefix("//").unwrap_or(rest);
    if path == ":memory:" || path.is_empty() {
        return Err(StoreUrlError::InMemory);
    }
    if path.contains('?') {
        return Err(StoreUrlError::SqliteOptions);
    }
    StoreUrl::sqlite(Path::new(path))
}

fn parse_postgres(text: &str) -> Result<StoreUrl, StoreUrlError> {
    let url = Url::parse(text).map_err(|reason| StoreUrlError::Malformed { reason })?;
    let is_named =
        |(key, value): (Cow<'_, str>, Cow<'_, str>)| key == "dbname" && !value.is_empty();
    let has_database = url.path().len() > 1 || url.query_pairs().any(is_named);
    if !has_database {
        return Err(StoreUrlError::NoDatabase);
    }
    Ok(StoreUrl { place: Place::Postgres { url } })
}

/// The path with everything escaped that has a meaning in a URL.
fn escaped(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                out.push(char::from(byte));
            }
            // Writing to a `String` cannot fail.
            _ => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}
