//! The leader: reads lines, answers what is cheap, starts what is not.

use std::io::{self, Read, Write};
use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};
use std::thread;

use tokio::runtime::{Builder, Handle, Runtime};
use tollgate_tools::decl::REQUEST_BYTES_MAX;

use super::backlog::Backlog;
use super::input::{Input, Next};
use super::output::Output;
use super::pulse::{Pulse, Standing};
use crate::transport::{Service, Step, Work};

/// What leaders and the watcher share.
pub(super) struct Shared<R, W, S> {
    pub(super) service: S,
    pub(super) input: Mutex<Input<R>>,
    pub(super) output: Arc<Output<W>>,
    /// Built by the first call; a session that only lists never pays for it. It ends with the
    /// process: a call that runs on without it would take every connection for broken, and might
    /// write that down.
    pub(super) runtime: OnceLock<ManuallyDrop<Runtime>>,
    pub(super) pulse: Pulse,
    pub(super) backlog: Arc<Backlog>,
    pub(super) ended: Mutex<Option<io::Result<()>>>,
}

/// Why a leader stops.
enum Stop {
    /// The input has ended.
    End,
    /// Another leader reads.
    Deposed,
}

/// Threads that drive timers and sockets; what may block runs elsewhere.
const WORKERS: usize = 2;

/// Starts a leader.
pub(super) fn start<R, W, S>(shared: &Arc<Shared<R, W, S>>) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
    S: Service,
{
    let shared = Arc::clone(shared);
    let thread = thread::Builder::new().name("tollgate-stdio".to_owned());
    thread.spawn(move || {
        let stop = catch_unwind(AssertUnwindSafe(|| shared.lead()));
        let ended = match stop {
            Ok(Ok(Stop::Deposed)) => return shared.backlog.retire(),
            Ok(Ok(Stop::End)) => Ok(()),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(io::Error::other("the reader of standard input panicked")),
        };
        shared.end(ended);
    })?;
    Ok(())
}

impl<R, W, S> Shared<R, W, S>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
    S: Service,
{
    /// Tells the watcher that there is nothing more to read.
    pub(super) fn end(&self, ended: io::Result<()>) {
        *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended);
        self.pulse.end();
    }

    fn lead(&self) -> io::Result<Stop> {
        let mut flushed_at = self.pulse.ticks();
        let mut context = None;
        while let Some(step) = self.next_step()? {
            match step {
                Step::Silent => {}
                Step::Answer(frame) => self.output.put(&frame)?,
                Step::Work(work) => {
                    let runtime = self.runtime()?;
                    context.get_or_insert_with(|| runtime.enter());
                    if self.work(runtime, work)? == Standing::Deposed {
                        self.output.flush()?;
                        return Ok(Stop::Deposed);
                    }
                }
            }
            // Lines that came together are answered together, unless that takes long.
            let ticks = self.pulse.ticks();
            if ticks != flushed_at {
                flushed_at = ticks;
                self.output.flush()?;
            }
        }
        Ok(Stop::End)
    }

    /// Waits for the next message; `None` at the end of the input.
    ///
    /// The input is free again when this returns, so that another leader can take over.
    fn next_step(&self) -> io::Result<Option<Step>> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match input.next() {
                Next::Line(line) => {
                    let line = line.trim_ascii();
                    if !line.is_empty() {
                        return Ok(Some(self.service.receive(line)));
                    }
                }
                Next::TooLong => {
                    return Ok(Some(Step::Answer(self.service.too_long(REQUEST_BYTES_MAX))));
                }
                Next::NeedMore => {
                    self.output.flush()?;
                    input.fill()?;
                }
                Next::End => {
                    self.output.flush()?;
                    return Ok(None);
                }
            }
        }
    }

    /// Polls work once, here; what is not ready then moves to a thread of its own.
    fn work(&self, runtime: &Runtime, mut work: Work) -> io::Result<Standing> {
        if !self.backlog.can_depose() {
            self.hand_over(runtime, work);
            return Ok(Standing::Leading);
        }
        let visit = self.pulse.enter();
        let polled = work.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        let standing = self.pulse.leave(visit);
        match polled {
            Poll::Ready(Some(frame)) => self.output.put(&frame)?,
            Poll::Ready(None) => {}
            Poll::Pending => self.hand_over(runtime, work),
        }
        Ok(standing)
    }

    fn hand_over(&self, runtime: &Runtime, work: Work) {
        let output = Arc::clone(&self.output);
        let waiting = self.backlog.wait();
        runtime.spawn_blocking(move || {
            if let Some(frame) = Handle::current().block_on(work)
                && let Err(error) = output.put_now(&frame)
            {
                tracing::debug!(%error, "an answer was not sent");
            }
            drop(waiting);
        });
    }

    fn runtime(&self) -> io::Result<&Runtime> {
        if let Some(runtime) = self.runtime.get() {
            return Ok(runtime);
        }
        // Only a leader comes here, and there is one.
        let runtime = Builder::new_multi_thread()
            .worker_threads(WORKERS)
            .thread_name("tollgate-call")
            .enable_all()
            .build()?;
        Ok(self.runtime.get_or_init(|| ManuallyDrop::new(runtime)))
    }
}
