//! Taking over the process's standard input and output.
//!
//! The protocol's pipes get descriptors of their own. Descriptor 1 then leads to standard error
//! and descriptor 0 to nothing, so that neither a stray print, nor a library, nor a child process
//! that inherits them can write into or read from the conversation.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;

/// The pipes of the conversation, which nobody else can reach from now on.
///
/// # Errors
/// When a descriptor is closed or cannot be duplicated.
pub(crate) fn claim() -> io::Result<(File, File)> {
    let input = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let output = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    rustix::stdio::dup2_stdin(File::open("/dev/null")?)?;
    rustix::stdio::dup2_stdout(io::stderr().as_fd())?;
    Ok((input, output))
}
