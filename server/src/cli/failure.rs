//! Why a command did not do what it was asked, and the exit code that says so.

use std::error::Error as _;
use std::fmt;
use std::io;
use std::path::PathBuf;

use tollgate_tools::store::StoreUrlError;

use super::exit::Exit;
use super::operator::OperatorError;
use crate::report::surface::SurfaceError;
use crate::settings::{HomeError, SettingsError};

/// Why a command failed. Shown with everything that caused it.
#[derive(Debug)]
pub(super) enum Failure {
    /// No tool has this name; the end of the sentence proposes others.
    UnknownTool { name: String, proposal: String },
    /// No family has this name; the end of the sentence proposes others.
    UnknownFamily { name: String, proposal: String },
    /// The settings cannot be read.
    Settings(SettingsError),
    /// The store has no address.
    StoreUrl(StoreUrlError),
    /// The process is to act as an agent that the store does not have.
    UnknownAgent { id: String },
    /// A file that was given cannot be read.
    Unreadable { path: PathBuf, source: io::Error },
    /// A file that was given is no exported surface.
    NoSurface { path: PathBuf, source: SurfaceError },
    /// A file or folder cannot be written.
    Unwritable { path: PathBuf, source: io::Error },
    /// Standard output cannot be written.
    Output(io::Error),
    /// The operator's request was refused, or the store failed.
    Operator(OperatorError),
    /// A declaration cannot be written as JSON.
    Json(serde_json::Error),
    /// The server cannot be started, or its pipes broke.
    Serve(io::Error),
}

impl Failure {
    /// The exit code.
    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::UnknownTool { .. } | Self::UnknownFamily { .. } => Exit::Refused,
            Self::Settings(_) | Self::StoreUrl(_) | Self::UnknownAgent { .. } => Exit::Settings,
            Self::Unreadable { .. } => Exit::NoInput,
            Self::NoSurface { .. } => Exit::Data,
            Self::Unwritable { .. } | Self::Output(_) | Self::Serve(_) => Exit::Io,
            Self::Operator(error) if error.is_refusal() => Exit::Refused,
            Self::Operator(_) | Self::Json(_) => Exit::Internal,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownTool { name, proposal } => {
                write!(out, "no tool is called `{name}`{proposal}")
            }
            Self::UnknownFamily { name, proposal } => {
                write!(out, "no family is called `{name}`{proposal}")
            }
            Self::Settings(error) => {
                write!(out, "the settings cannot be used\n{error}")
            }
            Self::StoreUrl(error) => write!(out, "the store has no address: {error}"),
            Self::UnknownAgent { id } => write!(
                out,
                "TOLLGATE_AGENT_ID is \"{id}\", and no agent has this id; \
                 `tollgate agent list` shows the agents"
            ),
            Self::Unreadable { path, source } => {
                write!(out, "{}: cannot be read: {source}", path.display())
            }
            Self::NoSurface { path, source } => write!(out, "{}:{source}", path.display()),
            Self::Unwritable { path, source } => {
                write!(out, "{}: cannot be written: {source}", path.display())
            }
            Self::Output(source) => write!(out, "standard output cannot be written: {source}"),
            Self::Operator(error) => chain(error, out),
            Self::Json(error) => write!(out, "a declaration is no JSON: {error}"),
            Self::Serve(source) => write!(out, "the server cannot go on: {source}"),
        }
    }
}

/// An error and its causes, leaving out a cause that is said already.
fn chain(error: &OperatorError, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut said = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let text = cause.to_string();
        if !said.contains(&text) {
            said = format!("{said}: {text}");
        }
        next = cause.source();
    }
    out.write_str(&said)
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::Settings(error)
    }
}

impl From<HomeError> for Failure {
    fn from(error: HomeError) -> Self {
        Self::Settings(error.into())
    }
}

impl From<StoreUrlError> for Failure {
    fn from(error: StoreUrlError) -> Self {
        Self::StoreUrl(error)
    }
}

impl From<OperatorError> for Failure {
    fn from(error: OperatorError) -> Self {
        Self::Operator(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}
