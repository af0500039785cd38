//! The operator's settings: where they live, how they are read, what every mistake is told.
//!
//! Lives here: the home folder, what a process claims to be, `config.toml` and `agent.toml`, the
//! tables of their keys and everything derived from those (structs, defaults, reader, the
//! reference in the manual).
//! Must not: open a store, print, or guess what a mistaken file may have meant.

pub mod agent;
mod claims;
mod databases;
pub mod edit;
mod fault;
mod file;
mod home;
mod key;
mod list;
pub mod live;
mod oauth;
mod read;
mod reference;
mod server;
mod table;
mod value;
mod word;

use std::path::PathBuf;

pub use claims::{AGENT_ID, AGENT_TOKEN, API_KEY, Claims, NoClaim, TASK_ID};
pub use databases::{Address, DbSource, databases, databases_of, path as database_file};
pub use fault::{Fault, Faults, Mistake};
pub use file::FILE_BYTES_MAX;
use file::bytes_of;
pub use home::{Home, HomeError, HomeSource, VARIABLE as HOME};
pub use key::{KeyDecl, Row, SectionDecl};
pub use list::Pairs;
pub use oauth::{Algorithm, Algorithms, KeySource, SafeUrl, ScopeWords, is_safe};
pub use read::{Given, Loaded};
pub use reference::page;
pub use server::{Hosts, Listen, Origins, WebUrl};
pub use table::{
    ContainerSandbox, Delegation, Http, Integrations, Log, Memory, OAuth, Odoo, Rate,
    Responsibilities, Server, Settings, Store, Surface, Telemetry,
};
pub use value::{Level, StorePlace};
pub use word::{DelegationPolicy, Role, SandboxFallback, StagnationAction, Status};

/// The name of the settings file in the home folder.
pub const FILE_NAME: &str = "config.toml";

/// Why there are no settings to start with.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The home folder cannot be told.
    #[error(transparent)]
    Home(#[from] HomeError),
    /// The file is there and cannot be read.
    #[error("{path}: cannot be read: {source}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// The file is larger than any settings file can be.
    #[error("{path}: larger than {FILE_BYTES_MAX} bytes; a settings file holds settings alone",
        path = path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The file says something that no setting means.
    #[error(transparent)]
    Faulty(#[from] Faults),
}

impl SettingsError {
    /// Why, without a word of what stands in the file: a line that is no setting may be a secret.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Home(_) => "no home folder".to_owned(),
            Self::Unreadable { source, .. } => format!("cannot be read: {source}"),
            Self::TooLarge { .. } => format!("larger than {FILE_BYTES_MAX} bytes"),
            Self::Faulty(faults) => faults.places(),
        }
    }
}

/// Reads the settings of a home. A home without a file has the defaults.
///
/// # Errors
/// If the file cannot be read, or if anything in it is not a setting.
pub fn load(home: &Home) -> Result<Loaded, SettingsError> {
    let path = home.settings_file();
    match bytes_of(&path)? {
        Some(bytes) => Ok(read::read(&path, &bytes)?),
        None => Ok(Loaded::default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home() -> (tempfile::TempDir, Home) {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::at(folder.path().to_owned());
        (folder, home)
    }

    #[test]
    fn a_home_without_a_file_has_the_defaults() {
        let (_folder, home) = home();
        let loaded = load(&home).unwrap();
        assert_eq!(loaded.settings, Settings::default());
        assert!(loaded.given.is_empty());
    }

    #[test]
    fn a_home_that_does_not_exist_has_the_defaults_and_is_not_made() {
        let (folder, _) = home();
        let home = Home::at(folder.path().join("later"));
        assert_eq!(load(&home).unwrap().settings, Settings::default());
        assert!(!home.path().exists());
    }

    #[test]
    fn a_folder_in_place_of_the_file_is_told_with_its_path() {
        let (folder, home) = home();
        std::fs::create_dir(folder.path().join(FILE_NAME)).unwrap();
        let error = load(&home).unwrap_err().to_string();
        assert!(error.contains("config.toml: cannot be read: "), "{error}");
    }

    #[test]
    fn a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read() {
        let (folder, home) = home();
        let path = folder.path().join(FILE_NAME);
        let at_limit = "#".repeat(usize::try_from(FILE_BYTES_MAX).unwrap());
        std::fs::write(&path, &at_limit).unwrap();
        assert!(load(&home).is_ok());
        std::fs::write(&path, at_limit + "#").unwrap();
        assert!(matches!(load(&home), Err(SettingsError::TooLarge { .. })));
    }
}
