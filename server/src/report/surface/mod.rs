//! The surface as a file, and what changed between two of them.
//!
//! Lives here: the exported form of a set of tools, its reader, and the rules that say which
//! change breaks a client. Must not: know where a file is kept or who asked for it.

mod access;
mod change;
mod diff;
mod entry;
mod file;
mod shape;
mod text;

pub use change::{Change, CostDelta, Diff, Kind, Verdict};
pub use diff::diff;
pub use entry::export;
pub use file::{Surface, SurfaceError, read};

/// A JSON array with one rendered value a line.
pub(super) fn json_lines(lines: Vec<String>) -> String {
    if lines.is_empty() {
        return "[]\n".to_owned();
    }
    format!("[\n{}\n]\n", lines.join(",\n"))
}
