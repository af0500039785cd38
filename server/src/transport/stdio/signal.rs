//! SIGTERM and SIGINT: whoever sends them wants the process to end, and it ends as it does when
//! its input ends, so that calls are finished or cancelled and everything is written down.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;

use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

use super::Service;
use super::leader::Shared;

/// Ends the serving at the first such signal. Until then they were the system's to act on.
///
/// # Errors
/// When the thread that waits for them cannot be started.
pub(super) fn end_at<R, W, S>(shared: &Arc<Shared<R, W, S>>) -> io::Result<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
    S: Service,
{
    let shared = Arc::downgrade(shared);
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let wait = move || {
        let come = runtime.block_on(async {
            let mut end = signal(SignalKind::terminate())?;
            let mut interrupt = signal(SignalKind::interrupt())?;
            tokio::select! {
                _ = end.recv() => {}
                _ = interrupt.recv() => {}
            }
            Ok::<(), io::Error>(())
        });
        match (come, shared.upgrade()) {
            (Ok(()), Some(shared)) => shared.end(Ok(())),
            (Ok(()), None) => {}
            (Err(error), _) => tracing::warn!(%error, "signals end the process at once"),
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(wait).map(drop)
}
