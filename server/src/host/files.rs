//! Files and folders of this machine.

use std::io;
use std::path::{Path, PathBuf};

use tokio::fs;
use tollgate_tools::port::{Files, FilesError, Pending};

/// The rights of a folder that tools make: its owner's alone.
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// The local file system.
#[derive(Clone, Copy, Debug)]
pub struct HostFiles;

impl Files for HostFiles {
    fn create_folder(&self, path: PathBuf) -> Pending<'_, Result<(), FilesError>> {
        Box::pin(async move {
            let mut builder = fs::DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            builder.mode(FOLDER_MODE);
            builder.create(&path).await.map_err(failed("create", &path))
        })
    }

    fn exists(&self, path: PathBuf) -> Pending<'_, Result<bool, FilesError>> {
        Box::pin(async move { fs::try_exists(&path).await.map_err(failed("look for", &path)) })
    }

    fn remove_folder(&self, path: PathBuf) -> Pending<'_, Result<(), FilesError>> {
        Box::pin(async move {
            match fs::remove_dir_all(&path).await {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                done => done.map_err(failed("remove", &path)),
            }
        })
    }
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FilesError {
    move |source| FilesError { action, path: path.display().to_string(), source }
}
