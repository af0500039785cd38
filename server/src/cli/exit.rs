//! Exit codes: what a script learns without reading a word.

use std::process::ExitCode;

/// How a command ended. The codes from 64 on are those of `sysexits.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Exit {
    /// Done; of a comparison: nothing changed.
    Done = 0,
    /// Refused, or something is not as it should be; of a comparison: every old call works.
    Refused = 1,
    /// Of a comparison alone: some old call may not work.
    Breaking = 2,
    /// The arguments are not understood.
    Usage = 64,
    /// A file that was given is not what it should be.
    Data = 65,
    /// A file that was given cannot be read.
    NoInput = 66,
    /// The server is at fault.
    Internal = 70,
    /// A file or a stream cannot be written.
    Io = 74,
    /// The settings are not understood.
    Settings = 78,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
