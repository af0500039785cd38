//! Ports: the only doors from a handler to the world outside.
//!
//! Lives here: the traits and their plain data.
//! Must not: implement them (the server's `host` does).

mod clock;
mod databases;
mod files;
mod http;
mod process;
mod settings;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

pub use clock::Clock;
pub use databases::{
    Database, DatabaseColumn, DatabaseQuery, DatabaseReader, DatabaseRows, DatabaseTable,
    DatabaseValue, Databases, DatabasesError, Dialect,
};
pub use files::{Files, FilesError};
pub use http::{Http, HttpAnswer, HttpError, HttpGet};
pub use process::{Process, ProcessCommand, ProcessError, ProcessOutput};
pub use settings::{GrantTerms, SetError, SettingChange, SettingKey, Settings, SettingsClosed};

/// A boxed future, so that ports and handlers can stand behind a pointer.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Every port, as one cheap value.
#[derive(Clone, Debug)]
pub struct Ports {
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The web.
    pub http: Arc<dyn Http>,
    /// Other programs.
    pub process: Arc<dyn Process>,
    /// Files and folders.
    pub files: Arc<dyn Files>,
    /// Databases of others.
    pub databases: Arc<dyn Databases>,
    /// What the operator's files say.
    pub settings: Arc<dyn Settings>,
}
