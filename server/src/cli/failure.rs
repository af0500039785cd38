//! Why a command did not do what it was asked, and the exit code that says so.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use tollgate_tools::store::StoreUrlError;

use super::caller::CallerError;
use super::exit::Exit;
use super::narrowed::UnknownFlag;
use super::operator::OperatorError;
use super::serve::Unguarded;
use crate::report::surface::SurfaceError;
use crate::serve::WebError;
use crate::settings::{HomeError, SettingsError};

/// Why a command failed. A proposal is the end of the sentence that it stands in.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// No tool has this name.
    #[error("no tool is called `{name}`{proposal}")]
    UnknownTool { name: String, proposal: String },
    /// No family has this name.
    #[error("no family is called `{name}`{proposal}")]
    UnknownFamily { name: String, proposal: String },
    /// A flag names what this build does not have.
    #[error(transparent)]
    UnknownFlag(#[from] UnknownFlag),
    /// The settings cannot be read.
    #[error("the settings cannot be used\n{0}")]
    Settings(#[from] SettingsError),
    /// The store has no address.
    #[error("the store has no address: {0}")]
    StoreUrl(#[from] StoreUrlError),
    /// The process may not be who it says it is.
    #[error(transparent)]
    Caller(#[from] CallerError),
    /// A file that was given cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// A file that was given is no exported surface.
    #[error("{}:{source}", path.display())]
    NoSurface { path: PathBuf, source: SurfaceError },
    /// A file or folder cannot be written.
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {0}")]
    Output(#[source] io::Error),
    /// The operator's request was refused, or the store failed.
    #[error("{}", Chain(.0))]
    Operator(#[from] OperatorError),
    /// A declaration cannot be written as JSON.
    #[error("a declaration is no JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// There is nothing to listen at.
    #[error("the server cannot listen at {address}: {source}")]
    Listen { address: SocketAddr, source: io::Error },
    /// What it would listen at, or with, is not safe.
    #[error(transparent)]
    Unguarded(#[from] Unguarded),
    /// The server cannot be reached over HTTP.
    #[error("the server cannot go on: {0}")]
    Web(#[from] WebError),
    /// The server cannot be started, or its pipes broke.
    #[error("the server cannot go on: {0}")]
    Serve(#[source] io::Error),
}

impl Failure {
    /// The exit code.
    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::UnknownTool { .. } | Self::UnknownFamily { .. } => Exit::Refused,
            Self::UnknownFlag(_) => Exit::Usage,
            Self::Settings(_) | Self::StoreUrl(_) | Self::Caller(_) | Self::Unguarded(_) => {
                Exit::Settings
            }
            Self::Web(error) if error.is_certificate() => Exit::Settings,
            Self::Unreadable { .. } => Exit::NoInput,
            Self::NoSurface { .. } => Exit::Data,
            Self::Unwritable { .. }
            | Self::Output(_)
            | Self::Serve(_)
            | Self::Listen { .. }
            | Self::Web(_) => Exit::Io,
            Self::Operator(error) if error.is_refusal() => Exit::Refused,
            Self::Operator(_) | Self::Json(_) => Exit::Internal,
        }
    }
}

impl From<HomeError> for Failure {
    fn from(error: HomeError) -> Self {
        Self::Settings(error.into())
    }
}

/// An error with its causes; a cause that is said already is left out.
struct Chain<'a>(&'a OperatorError);

impl fmt::Display for Chain<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = self.0.to_string();
        let mut next = self.0.source();
        while let Some(cause) = next {
            let text = cause.to_string();
            if !said.contains(&text) {
                said = format!("{said}: {text}");
            }
            next = cause.source();
        }
        out.write_str(&said)
    }
}
