//! The home folder: `TOLLGATE_HOME`, or `.tollgate` in the user's own.
//!
//! Lives here: finding the folder.
//! Must not: make anything; the store does, with its first write.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::FILE_NAME;

/// The variable that names the home folder.
pub const VARIABLE: &str = "TOLLGATE_HOME";

/// The folder below the user's own when the variable is not set.
const DEFAULT_FOLDER: &str = ".tollgate";

/// The folder that holds settings, the embedded store and working copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    path: PathBuf,
    source: HomeSource,
}

/// Who said which folder it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HomeSource {
    /// The environment.
    Variable,
    /// Nobody; it is the default.
    Default,
    /// The code that started the server.
    Code,
}

/// Why the home folder cannot be told or made.
#[derive(Debug, thiserror::Error)]
pub enum HomeError {
    /// The variable is set to nothing.
    #[error("TOLLGATE_HOME is set but empty; unset it, or give the absolute path of a folder")]
    Empty,
    /// The variable depends on where the process was started.
    #[error(
        "TOLLGATE_HOME is \"{}\", which is not an absolute path; \
         give one that starts with `/` (`~` is expanded by shells only)",
        found.display()
    )]
    Relative {
        /// What the variable says.
        found: PathBuf,
    },
    /// Neither the variable nor a user's folder is known.
    #[error("no home folder: HOME is not set; set TOLLGATE_HOME to the absolute path of a folder")]
    Unknown,
}

impl Home {
    /// The home that the environment names. Makes nothing.
    ///
    /// # Errors
    /// If the variable is empty or relative, or no folder is known at all.
    pub fn locate() -> Result<Self, HomeError> {
        Self::choose(std::env::var_os(VARIABLE), std::env::home_dir())
    }

    /// The home at a folder that the calling code chose.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { path, source: HomeSource::Code }
    }

    fn choose(variable: Option<OsString>, user: Option<PathBuf>) -> Result<Self, HomeError> {
        match variable.map(PathBuf::from) {
            Some(path) if path.as_os_str().is_empty() => Err(HomeError::Empty),
            Some(path) if !path.is_absolute() => Err(HomeError::Relative { found: path }),
            Some(path) => Ok(Self { path, source: HomeSource::Variable }),
            None => match user {
                Some(user) if user.is_absolute() => {
                    Ok(Self { path: user.join(DEFAULT_FOLDER), source: HomeSource::Default })
                }
                _ => Err(HomeError::Unknown),
            },
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Who said so.
    #[must_use]
    pub fn source(&self) -> HomeSource {
        self.source
    }

    /// The settings file, which need not exist.
    #[must_use]
    pub fn settings_file(&self) -> PathBuf {
        self.path.join(FILE_NAME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(variable: Option<&str>, user: Option<&str>) -> Result<Home, HomeError> {
        Home::choose(variable.map(OsString::from), user.map(PathBuf::from))
    }

    #[test]
    fn the_variable_wins_over_the_users_folder() {
        let home = choose(Some("/srv/tollgate"), Some("/home/ada")).unwrap();
        assert_eq!(home.path(), Path::new("/srv/tollgate"));
        assert_eq!(home.source(), HomeSource::Variable);
    }

    #[test]
    fn without_the_variable_the_home_is_below_the_users_folder() {
        let home = choose(None, Some("/home/ada")).unwrap();
        assert_eq!(home.path(), Path::new("/home/ada/.tollgate"));
        assert_eq!(home.source(), HomeSource::Default);
    }

    #[test]
    fn an_empty_variable_is_refused() {
        assert!(matches!(choose(Some(""), Some("/home/ada")), Err(HomeError::Empty)));
    }

    #[test]
    fn a_relative_variable_is_refused_with_what_it_says() {
        let error = choose(Some("~/tollgate"), Some("/home/ada")).unwrap_err();
        assert!(error.to_string().contains("\"~/tollgate\", which is not an absolute path"));
    }

    #[test]
    fn a_process_without_any_folder_is_told_which_variable_to_set() {
        let error = choose(None, None).unwrap_err();
        assert!(error.to_string().contains("set TOLLGATE_HOME"));
    }
}
