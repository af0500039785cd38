//! Where a database is: an address, or the environment variable that holds one.
//!
//! Shown by nobody: an address may carry a password.

use std::fmt;
use std::path::Path;

use tollgate_tools::port::Dialect;
use url::Url;

/// Bytes of an address.
const ADDRESS_BYTES_MAX: usize = 4_096;

/// Where a database is.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// Here.
    Given(String),
    /// Where this environment variable says.
    Variable(String),
}

/// What a message asks for.
pub(super) fn allowed(driver: Dialect) -> &'static str {
    match driver {
        Dialect::Sqlite => "\"sqlite:/absolute/path\"",
        Dialect::Postgres => "\"postgres://user:password@host/database\"",
        Dialect::MySql => "\"mysql://user:password@host/database\"",
    }
}

impl Address {
    /// The address that a text is, for such a database.
    #[must_use]
    pub fn given(driver: Dialect, text: &str) -> Option<Self> {
        let is_right = match driver {
            Dialect::Sqlite => path(text).is_some_and(Path::is_absolute),
            Dialect::Postgres => is_server(text, &["postgres", "postgresql"]),
            Dialect::MySql => is_server(text, &["mysql", "mariadb"]),
        };
        (is_right && text.len() <= ADDRESS_BYTES_MAX).then(|| Self::Given(text.to_owned()))
    }

    pub(super) fn variable(name: &str) -> Option<Self> {
        let is_right = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_right.then(|| Self::Variable(name.to_owned()))
    }

    /// The address itself; `None` if the variable holds none for such a database.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the settings name the variable")]
    pub fn resolve(&self, driver: Dialect) -> Option<String> {
        match self {
            Self::Given(text) => Some(text.clone()),
            Self::Variable(name) => {
                let text = std::env::var(name).ok()?;
                Self::given(driver, &text).map(|_| text)
            }
        }
    }
}

/// The path in the address of a file.
#[must_use]
pub fn path(text: &str) -> Option<&Path> {
    let path = text.strip_prefix("sqlite:").or_else(|| text.strip_prefix("file:"))?;
    Some(Path::new(path.strip_prefix("//").unwrap_or(path)))
}

fn is_server(text: &str, schemes: &[&str]) -> bool {
    let is_right = |url: Url| schemes.contains(&url.scheme()) && url.path().len() > 1;
    text.contains("://") && Url::parse(text).is_ok_and(is_right)
}

impl fmt::Debug for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Given(_) => out.write_str("Given(***)"),
            Self::Variable(name) => write!(out, "Variable({name})"),
        }
    }
}
