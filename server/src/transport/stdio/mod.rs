//! One client over two pipes, a message a line.
//!
//! Lives here: who reads, who runs and who watches. One thread, the leader, reads lines and asks
//! the service; a call is polled once right there, so that one which is ready at once costs no
//! thread switch. A call that waits moves to a thread of its own. Since a call may also block
//! its thread, the watcher deposes a leader that stays inside one for too long, and a new leader
//! reads on.
//! Must not: know what a message says.

mod backlog;
mod claim;
mod input;
mod leader;
mod output;
mod pulse;
mod signal;
#[cfg(test)]
mod tests;

use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use tollgate_tools::decl::REQUEST_BYTES_MAX;

use super::{Outbox, Service};
use backlog::Backlog;
use input::Input;
use leader::{Shared, start};
use output::Output;
use pulse::{Pulse, Tick};

pub(crate) use claim::claim;

/// What calls get to end in by themselves when the input has ended.
const DRAIN: Duration = Duration::from_millis(300);
/// What they get after they were cancelled.
const TIDY_UP: Duration = Duration::from_millis(500);

/// Serves until the input ends or the process is told to; the calling thread watches meanwhile.
///
/// # Errors
/// When the input cannot be read, or a thread cannot be started.
pub(crate) fn serve_process<R, W, S>(
    input: R,
    output: W,
    service: impl FnOnce(Arc<dyn Outbox>) -> S,
) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
    S: Service,
{
    let shared = share(input, output, service);
    signal::end_at(&shared)?;
    serve(shared)
}

/// What the threads of one client share.
fn share<R, W, S>(
    input: R,
    output: W,
    service: impl FnOnce(Arc<dyn Outbox>) -> S,
) -> Arc<Shared<R, W, S>>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
    S: Service,
{
    let output = Arc::new(Output::new(output));
    let service = service(Arc::clone(&output) as Arc<dyn Outbox>);
    Arc::new(Shared {
        service,
        input: Mutex::new(Input::new(input, REQUEST_BYTES_MAX)),
        output,
        runtime: OnceLock::new(),
        pulse: Pulse::new(thread::current()),
        backlog: Arc::new(Backlog::default()),
        ended: Mutex::new(None),
    })
}

fn serve<R, W, S>(shared: Arc<Shared<R, W, S>>) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
    S: Service,
{
    start(&shared)?;
    let ended = watch(&shared);
    finish(shared, ended)
}

/// Waits for the end, and sees to it that there is always a leader that reads.
fn watch<R, W, S>(shared: &Arc<Shared<R, W, S>>) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
    S: Service,
{
    let mut seen = shared.pulse.now();
    loop {
        if let Some(ended) = shared.ended.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return ended;
        }
        match shared.pulse.tick(&mut seen) {
            Tick::Fine => {}
            Tick::Deposed => {
                shared.backlog.depose();
                start(shared)?;
            }
        }
    }
}

fn finish<R, W, S: Service>(shared: Arc<Shared<R, W, S>>, ended: io::Result<()>) -> io::Result<()> {
    if ended.is_ok() {
        shared.backlog.wait_empty(DRAIN);
    }
    shared.service.close();
    shared.backlog.wait_empty(TIDY_UP);
    drop(shared);
    match ended {
        // The client stopped listening, which is its way to say goodbye.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}
