//! The `tollgate` program: its command line over the tools of this build, and nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    tollgate::cli::run(&tollgate::registry::REGISTRY)
}
