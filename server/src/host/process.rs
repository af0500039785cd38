//! Other programs of this machine, bounded in time and output.
//!
//! A program runs in a process group of its own, and the group ends with the call: when the
//! program ends, when it takes too long, and when nobody waits for it any more.

use std::ffi::OsString;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::time::timeout;
use tollgate_tools::port::{Pending, Process, ProcessCommand, ProcessError, ProcessOutput};

/// Variables of this process that others get to see.
const INHERITED: &[&str] = &["HOME", "LANG", "PATH"];
/// Between asking a group to end and making it end: enough to remove a lock file.
const GRACE: Duration = Duration::from_millis(500);
/// Bytes read at a time.
const CHUNK_BYTES: usize = 16 * 1_024;

/// Runs programs as children of this process.
#[derive(Clone, Debug)]
pub struct HostProcess {
    inherited: Vec<(&'static str, OsString)>,
}

impl HostProcess {
    /// Takes the few variables that children see from the environment as it is now.
    #[must_use]
    pub fn new() -> Self {
        let read = |name: &&'static str| Some((*name, std::env::var_os(name)?));
        Self { inherited: INHERITED.iter().filter_map(read).collect() }
    }

    async fn execute(&self, command: ProcessCommand) -> Result<ProcessOutput, ProcessError> {
        let program = command.program;
        let broken = |source| ProcessError::Start { program, source };
        let mut child = self.prepare(&command).spawn().map_err(broken)?;
        let stdout = child.stdout.take();
        let stderr = child.stderr.take();
        let mut group = Group::new(child);
        let bytes_max = command.output_bytes_max;
        let work = async {
            let mut out = Kept::new(bytes_max);
            let mut err = Kept::new(bytes_max);
            let mut reads = Box::pin(async { tokio::join!(out.drain(stdout), err.drain(stderr)) });
            let (status, is_read) = tokio::select! {
                status = group.wait() => (status?, false),
                _ = &mut reads => (group.wait().await?, true),
            };
            if !is_read {
                // What escaped from the group may hold the pipes open for as long as it likes.
                let _ = timeout(GRACE, &mut reads).await;
            }
            drop(reads);
            Ok((status, out, err))
        };
        let done = timeout(Duration::from_millis(command.timeout_ms), work).await;
        let (status, out, err) = done
            .map_err(|_| ProcessError::TimedOut { program, timeout_ms: command.timeout_ms })?
            .map_err(broken)?;
        Ok(ProcessOutput {
            status: status.code(),
            is_cut: out.is_cut || err.is_cut,
            stdout: out.bytes,
            stderr: err.bytes,
        })
    }

    fn prepare(&self, command: &ProcessCommand) -> Command {
        let mut prepared = Command::new(command.program);
        prepared
            .args(&command.args)
            .env_clear()
            .envs(self.inherited.iter().map(|(name, value)| (name, value)))
            .envs(command.env.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .kill_on_drop(true);
        if let Some(folder) = &command.folder {
            prepared.current_dir(folder);
        }
        prepared
    }
}

impl Default for HostProcess {
    fn default() -> Self {
        Self::new()
    }
}

impl Process for HostProcess {
    fn run(&self, command: ProcessCommand) -> Pending<'_, Result<ProcessOutput, ProcessError>> {
        Box::pin(self.execute(command))
    }
}

/// The beginning of an output.
struct Kept {
    bytes: Vec<u8>,
    bytes_max: usize,
    is_cut: bool,
}

impl Kept {
    const fn new(bytes_max: usize) -> Self {
        Self { bytes: Vec::new(), bytes_max, is_cut: false }
    }

    /// Reads to the end, also past what is kept: a full pipe would stop the program.
    async fn drain(&mut self, pipe: Option<impl AsyncRead + Unpin>) {
        let Some(mut pipe) = pipe else { return };
        let mut chunk = vec![0; CHUNK_BYTES];
        while let Ok(read @ 1..) = pipe.read(&mut chunk).await {
            let room = self.bytes_max - self.bytes.len();
            self.bytes.extend_from_slice(&chunk[..read.min(room)]);
            self.is_cut |= read > room;
        }
    }
}

/// A child with everything it started; dropped before its end, all of it is stopped.
struct Group {
    id: Option<Pid>,
    child: Option<Child>,
}

impl Group {
    fn new(child: Child) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        Self { id, child: Some(child) }
    }

    /// Waits for the child, then stops what it left running.
    async fn wait(&mut self) -> io::Result<ExitStatus> {
        let Some(child) = &mut self.child else {
            return Err(io::Error::other("the program was waited for twice"));
        };
        let status = child.wait().await?;
        self.child = None;
        signal(self.id, Signal::KILL);
        Ok(status)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let id = self.id;
        signal(id, Signal::TERM);
        let Ok(runtime) = Handle::try_current() else { return signal(id, Signal::KILL) };
        runtime.spawn(async move {
            let _ = timeout(GRACE, child.wait()).await;
            signal(id, Signal::KILL);
        });
    }
}

/// A group that is gone already is no error.
fn signal(group: Option<Pid>, signal: Signal) {
    if let Some(group) = group {
        let _ = kill_process_group(group, signal);
    }
}
