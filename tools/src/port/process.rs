//! The process port: bounded runs of other programs.

use std::ffi::OsString;
use std::fmt::Debug;
use std::path::PathBuf;

use super::Pending;

/// Runs other programs.
pub trait Process: Send + Sync + Debug {
    /// Runs a program to its end, without a shell and without standard input.
    ///
    /// # Errors
    /// When it cannot be started or does not end in time. An exit code is no error.
    fn run(&self, command: ProcessCommand) -> Pending<'_, Result<ProcessOutput, ProcessError>>;
}

/// What to run, and its bounds.
#[derive(Clone, Debug)]
pub struct ProcessCommand {
    /// The program, found on the path.
    pub program: &'static str,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// The folder it runs in.
    pub folder: Option<PathBuf>,
    /// Variables added to a minimal environment.
    pub env: Vec<(String, String)>,
    /// Milliseconds it may take.
    pub timeout_ms: u64,
    /// Bytes kept of each output.
    pub output_bytes_max: usize,
}

/// What a program left behind.
#[derive(Clone, Debug)]
pub struct ProcessOutput {
    /// The exit code; `None` if a signal ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// Whether an output was longer than what was kept.
    pub is_cut: bool,
}

/// Why a program left nothing behind.
#[derive(Debug, thiserror::Error)]
pub enum ProcessError {
    /// It could not be started.
    #[error("`{program}` could not be started")]
    Start {
        /// The program.
        program: &'static str,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// It was stopped because it took too long.
    #[error("`{program}` did not end within {timeout_ms} ms")]
    TimedOut {
        /// The program.
        program: &'static str,
        /// The bound.
        timeout_ms: u64,
    },
}
