//! The file port.

use std::fmt::Debug;
use std::path::PathBuf;

use super::Pending;

/// Makes, looks at and removes folders on the host.
pub trait Files: Send + Sync + Debug {
    /// Creates a folder, readable by its owner alone, and those above it.
    ///
    /// # Errors
    /// When the host refuses.
    fn create_folder(&self, path: PathBuf) -> Pending<'_, Result<(), FilesError>>;

    /// Whether a file or folder is there.
    ///
    /// # Errors
    /// When the host cannot tell.
    fn exists(&self, path: PathBuf) -> Pending<'_, Result<bool, FilesError>>;

    /// Removes a folder with everything in it; one that is not there is no error.
    ///
    /// # Errors
    /// When the host refuses.
    fn remove_folder(&self, path: PathBuf) -> Pending<'_, Result<(), FilesError>>;
}

/// The host refused.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} `{path}`")]
pub struct FilesError {
    /// What was tried, as a verb.
    pub action: &'static str,
    /// On what.
    pub path: String,
    /// Why not.
    #[source]
    pub source: std::io::Error,
}
