//! The few things that git is asked, through the process port.
//!
//! Git runs without hooks, questions, a monitor, fetches and the repository's own filters: nothing
//! that a repository's settings could start is wanted here, since whoever works in a copy can
//! write them. The operator's settings hold, filters too.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use super::error::GitError;
use crate::port::{Ports, ProcessCommand, ProcessOutput};

/// Time that one command may take.
pub(super) const TIMEOUT_MS: u64 = 120_000;
/// Bytes kept of what git says.
const OUTPUT_BYTES_MAX: usize = 64 * 1_024;

/// A variable that is empty; a setting that is read from it is off.
const NOTHING: &str = "TOLLGATE_NOTHING";

const SETTINGS: [&str; 4] = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];

/// Git in one folder.
#[derive(Clone, Copy)]
pub(super) struct Git<'a> {
    ports: &'a Ports,
    folder: &'a Path,
}

/// Where a working copy stands.
#[derive(Debug, Default)]
pub(super) struct Standing {
    /// The branch it is on; `None` when it is on none.
    pub(super) branch: Option<String>,
    /// The commit it is on; `None` when there is none yet.
    pub(super) head: Option<String>,
}

impl<'a> Git<'a> {
    pub(super) const fn new(ports: &'a Ports, folder: &'a Path) -> Self {
        Self { ports, folder }
    }

    /// The top folder of the working copy.
    pub(super) async fn top(&self) -> Result<PathBuf, GitError> {
        let output = self.ask(&["rev-parse", "--show-toplevel"]).await?;
        if output.status != Some(0) {
            return Err(refused(&output));
        }
        // A path may hold any byte, line ends too; git ends it with one of its own.
        let path = output.stdout.strip_suffix(b"\n").unwrap_or(&output.stdout);
        Ok(PathBuf::from(OsStr::from_bytes(path)))
    }

    /// Branch and commit.
    pub(super) async fn standing(&self) -> Result<Standing, GitError> {
        let branch = self.maybe(&["symbolic-ref", "--quiet", "--short", "HEAD"]).await?;
        let head = self.maybe(&["rev-parse", "--quiet", "--verify", "HEAD"]).await?;
        Ok(Standing { branch, head })
    }

    /// The main branch: what the remote says, or else a branch of a usual name, or else the
    /// current one.
    pub(super) async fn default_branch(&self) -> Result<Option<String>, GitError> {
        let arguments = ["symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"];
        if let Some(name) = self.maybe(&arguments).await? {
            return Ok(Some(name.strip_prefix("origin/").unwrap_or(&name).to_owned()));
        }
        for name in ["main", "master"] {
            let reference = format!("refs/heads/{name}");
            let arguments = ["rev-parse", "--quiet", "--verify", &reference];
            if self.maybe(&arguments).await?.is_some() {
                return Ok(Some(name.to_owned()));
            }
        }
        Ok(self.standing().await?.branch)
    }

    /// The address of the remote, if there is one.
    pub(super) async fn remote(&self) -> Result<Option<String>, GitError> {
        self.maybe(&["config", "--get", "remote.origin.url"]).await
    }

    /// Adds a working copy on a branch of its own, which starts at the current commit unless an
    /// earlier copy has left it behind.
    pub(super) async fn add_worktree(&self, path: &Path, branch: &str) -> Result<(), GitError> {
        let reference = format!("refs/heads/{branch}");
        let known = self.maybe(&["rev-parse", "--quiet", "--verify", &reference]).await?;
        let path = path.as_os_str();
        let mut arguments =
            ["worktree", "add", "--quiet", "--no-checkout"].map(OsStr::new).to_vec();
        match known {
            Some(_) => arguments.extend([path, OsStr::new(branch)]),
            None => {
                arguments.extend([OsStr::new("-b"), OsStr::new(branch), path, OsStr::new("HEAD")]);
            }
        }
        let output = self.run(&arguments).await?;
        if output.status != Some(0) {
            return Err(refused(&output));
        }
        Git::new(self.ports, Path::new(path)).fill().await
    }

    /// Writes the files of a new working copy. Settings may hold for one folder or branch alone, so
    /// only from inside is it known which filters to switch off.
    async fn fill(&self) -> Result<(), GitError> {
        let off = self.filters_off().await?;
        let mut arguments: Vec<_> = off.iter().map(OsString::as_os_str).collect();
        arguments.extend(["reset", "--quiet", "--hard"].map(OsStr::new));
        let output = self.run(&arguments).await?;
        if output.status == Some(0) { Ok(()) } else { Err(refused(&output)) }
    }

    /// Forgets working copies that are gone, and removes a half-made one.
    pub(super) async fn clear_worktree(&self, path: &Path) -> Result<(), GitError> {
        let mut remove = ["worktree", "remove", "--force", "--force"].map(OsStr::new).to_vec();
        remove.push(path.as_os_str());
        self.run(&remove).await?;
        self.run(&["worktree", "prune"].map(OsStr::new)).await?;
        Ok(())
    }

    /// Options that switch off every filter which the repository's own settings name.
    async fn filters_off(&self) -> Result<Vec<OsString>, GitError> {
        let listing = ["config", "-z", "--show-scope", "--name-only", "--get-regexp", "^filter\\."];
        let output = self.ask(&listing).await?;
        match output.status {
            Some(0) if output.is_cut => Err(GitError::TooManyFilters),
            Some(0) => Ok(filters_off(&output.stdout)),
            Some(1) => Ok(Vec::new()),
            _ => Err(refused(&output)),
        }
    }

    /// The first line of an answer, if there is one: git ends with 1 when there is none.
    async fn maybe(&self, arguments: &[&str]) -> Result<Option<String>, GitError> {
        let output = self.ask(arguments).await?;
        match output.status {
            Some(0) => Ok(Some(first_line(&output.stdout))),
            Some(1) => Ok(None),
            _ => Err(refused(&output)),
        }
    }

    async fn ask(&self, arguments: &[&str]) -> Result<ProcessOutput, GitError> {
        let arguments: Vec<_> = arguments.iter().map(OsStr::new).collect();
        self.run(&arguments).await
    }

    async fn run(&self, arguments: &[&OsStr]) -> Result<ProcessOutput, GitError> {
        let mut args: Vec<OsString> = vec!["-C".into(), self.folder.into()];
        args.extend(SETTINGS.map(Into::into));
        args.extend(arguments.iter().copied().map(ToOwned::to_owned));
        let env = [
            ("GIT_TERMINAL_PROMPT", "0"),
            ("GIT_OPTIONAL_LOCKS", "0"),
            // What is missing would be fetched by a program that the repository names.
            ("GIT_NO_LAZY_FETCH", "1"),
            ("LC_ALL", "C"),
            (NOTHING, ""),
        ];
        let command = ProcessCommand {
            program: "git",
            args,
            folder: None,
            env: env.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            timeout_ms: TIMEOUT_MS,
            output_bytes_max: OUTPUT_BYTES_MAX,
        };
        Ok(self.ports.process.run(command).await?)
    }
}

fn refused(output: &ProcessOutput) -> GitError {
    let said = first_line(&output.stderr);
    let said = said.strip_prefix("fatal: ").unwrap_or(&said);
    GitError::Refused { said: if said.is_empty() { "git failed".into() } else { said.into() } }
}

fn first_line(output: &[u8]) -> String {
    String::from_utf8_lossy(output).lines().next().unwrap_or_default().to_owned()
}

/// Options that switch off the filters in a list of scopes and names, each ended by a zero byte.
fn filters_off(listed: &[u8]) -> Vec<OsString> {
    let mut parts = listed.split(|byte| *byte == 0);
    let mut options = Vec::new();
    while let (Some(scope), Some(name)) = (parts.next(), parts.next()) {
        let Some(dot) = name.iter().rposition(|byte| *byte == b'.') else { continue };
        if matches!(scope, b"local" | b"worktree") {
            for key in ["clean", "smudge", "process", "required"] {
                // Unlike `-c` this takes a name that has a `=` in it.
                let mut option = OsString::from("--config-env=");
                option.push(OsStr::from_bytes(&name[..=dot]));
                option.push(key);
                option.push("=");
                option.push(NOTHING);
                options.push(option);
            }
        }
    }
    options
}
