//! Many clients over HTTP: who is let in, which session a message belongs to, and what is told in
//! statuses and headers.
//!
//! Must not: read bytes (`transport::http`), or know what a method does (`session`).

mod entrance;
mod entry;
mod first;
mod headers;
mod legacy;
mod names;
mod narrow;
mod refused;
mod sessions;
mod site;
mod stateless;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::Server;
use crate::settings::live::Live;
use crate::transport::http::{Bounds, Listening, Retention, Signals, Tls, TlsError};
pub use entrance::Entrance;
use names::Names;
use sessions::Sessions;
use site::Site;
use stateless::Standing;

/// Threads beside one for each processor: a tool that holds its thread keeps nobody else waiting
/// for as long as one is left.
const SPARE_THREADS: usize = 4;
/// How often what nobody uses is looked for.
const TIDY_EVERY: Duration = Duration::from_secs(1);
/// What is kept altogether for clients that lost a stream.
const RETENTION_BYTES_MAX: usize = 64 * 1024 * 1024;
/// How often it is looked at the end which streams have nothing left to say.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// What calls get that were cancelled at the end.
const TIDY_UP: Duration = Duration::from_millis(500);

/// How a server is reached over HTTP.
#[derive(Debug)]
pub struct Web {
    /// Where it listens.
    pub listener: TcpListener,
    /// Who is let in.
    pub entrance: Entrance,
    /// The settings whose names it may be reached under; nothing but its own names without them.
    pub live: Option<Live>,
    /// The files of its certificate and of the key of that, if it speaks HTTPS.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// What it keeps, and for how long.
    pub limits: Limits,
}

/// What a server keeps, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at once.
    pub connections_max: usize,
    /// What a client has to send a request.
    pub request: Duration,
    /// Sessions at once.
    pub sessions_max: usize,
    /// After which a session ends that nobody uses.
    pub session_idle: Duration,
    /// Standing streams at once.
    pub streams_max: usize,
    /// What running calls have when the server is told to end.
    pub closing: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections_max: 1_024,
            request: Duration::from_secs(30),
            sessions_max: 10_000,
            session_idle: Duration::from_secs(1_800),
            streams_max: 32,
            closing: Duration::from_secs(10),
        }
    }
}

/// Why a server cannot be reached over HTTP.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct WebError(#[from] Cause);

#[derive(Debug, thiserror::Error)]
enum Cause {
    #[error(transparent)]
    System(#[from] io::Error),
    #[error(transparent)]
    Tls(#[from] TlsError),
}

impl WebError {
    /// Whether the files of the certificate are at fault.
    #[must_use]
    pub const fn is_certificate(&self) -> bool {
        matches!(self.0, Cause::Tls(_))
    }
}

/// Serves clients over HTTP until the process is told to end by SIGTERM or SIGINT: then nobody new
/// is taken in, and running calls have some time. A second signal ends it at once. `ready` is told
/// where it listens when connections are taken.
///
/// # Errors
/// When it cannot be served there, or the files of the certificate cannot be used.
pub fn http(server: Server, web: Web, ready: impl FnOnce(SocketAddr)) -> Result<(), WebError> {
    let threads = available_parallelism().map_or(1, usize::from) + SPARE_THREADS;
    let runtime = Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_name("http")
        .enable_all()
        .build()
        .map_err(Cause::from)?;
    let served = runtime.block_on(serve(&runtime, server, web, ready));
    // What still runs now was given its time.
    runtime.shutdown_background();
    Ok(served?)
}

async fn serve(
    runtime: &Runtime,
    server: Server,
    web: Web,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), Cause> {
    let Web { listener, entrance, live, certificate, limits } = web;
    let tls = certificate.map(|(certificate, key)| Tls::open(certificate, key)).transpose()?;
    let tls = tls.map(Arc::new);
    let mut signals = Signals::new()?;
    let bounds = Bounds { connections_max: limits.connections_max, patience: limits.request };
    let listening = Listening::open(listener, tls.clone(), bounds)?;
    let address = listening.address();
    let site = Arc::new(Site {
        server: Arc::new(server),
        names: Names::new(address, tls.is_some(), live),
        sessions: Arc::new(Sessions::new(limits.sessions_max, limits.session_idle)),
        retention: Arc::new(Retention::new(RETENTION_BYTES_MAX)),
        streams: Arc::new(Semaphore::new(limits.streams_max)),
        standing: Standing::default(),
        tasks: TaskTracker::new(),
        patience: limits.request,
        entrance,
    });
    if let Entrance::Door(door) = &site.entrance {
        let door = Arc::clone(door);
        runtime.spawn(async move { door.run().await });
    }
    runtime.spawn(tidy(Arc::clone(&site), tls));
    let (closing, tasks) = (CancellationToken::new(), TaskTracker::new());
    let serving = listening.serve(Arc::clone(&site), closing.clone(), tasks.clone());
    let serving = runtime.spawn(serving);
    ready(address);
    signals.next().await;
    closing.cancel();
    tasks.close();
    site.tasks.close();
    tokio::select! {
        () = close(&site, &tasks, limits.closing) => {}
        () = signals.next() => {}
    }
    serving.abort();
    Ok(())
}

/// Lets what runs come to an end, and cancels what does not.
async fn close(site: &Site, connections: &TaskTracker, time: Duration) {
    site.standing.end();
    let ended = async || {
        connections.wait().await;
        site.tasks.wait().await;
    };
    // Streams that answer are at their end when nothing is left to be answered on them.
    let ending = async {
        let mut ticks = interval(LOOK_EVERY);
        loop {
            ticks.tick().await;
            site.sessions.end_streams();
        }
    };
    let in_time = async {
        tokio::select! {
            () = ended() => {}
            () = ending => {}
        }
    };
    if timeout(time, in_time).await.is_err() {
        tracing::warn!("calls were cancelled that did not end in time");
    }
    site.sessions.close();
    if timeout(TIDY_UP, ended()).await.is_err() {
        tracing::warn!("calls that did not heed being cancelled were left behind");
    }
}

/// Looks for what nobody uses, for as long as the server runs.
async fn tidy(site: Arc<Site>, tls: Option<Arc<Tls>>) {
    let mut ticks = interval(TIDY_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        site.server.tidy();
        site.sessions.tidy();
        if let Some(tls) = &tls {
            tls.refresh();
        }
    }
}
