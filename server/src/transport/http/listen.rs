//! Taking connections in, a bounded number at a time, and serving requests on them.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::body::Body;
use super::patience::Patience;
use super::tls::Tls;

/// Bytes of the head of a request: its line and its headers.
const HEAD_BYTES_MAX: usize = 64 * 1024;
/// How long nobody is taken in after the system had no room for one more.
const PAUSE: Duration = Duration::from_millis(50);

/// How many connections there are, and how long a client may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Connections at once.
    pub(crate) connections_max: usize,
    /// For the head of a request, for a handshake, and without reading a byte of an answer.
    pub(crate) patience: Duration,
}

/// Answers requests.
pub(crate) trait Handler: Send + Sync + 'static {
    /// Answers one request of this client.
    fn handle(
        &self,
        request: Request<Incoming>,
        peer: SocketAddr,
    ) -> impl Future<Output = Response<Body>> + Send;
}

/// A socket that takes connections.
#[derive(Debug)]
pub(crate) struct Listening {
    listener: TcpListener,
    address: SocketAddr,
    tls: Option<Arc<Tls>>,
    bounds: Bounds,
}

impl Listening {
    /// Takes over a socket; connections wait until they are served.
    ///
    /// # Errors
    /// When the system does not let it.
    pub(crate) fn open(
        listener: std::net::TcpListener,
        tls: Option<Arc<Tls>>,
        bounds: Bounds,
    ) -> io::Result<Self> {
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, tls, bounds })
    }

    /// Where it listens.
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until it is told to close, and then no new connection and no new request on an old
    /// one. What is being answered goes on among the tasks.
    pub(crate) async fn serve<H: Handler>(
        self,
        handler: Arc<H>,
        closing: CancellationToken,
        tasks: TaskTracker,
    ) {
        let room = Arc::new(Semaphore::new(self.bounds.connections_max));
        let take = async {
            loop {
                // There is always one: nobody closes it.
                let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
                let (stream, peer) = self.accept().await;
                let tls = self.tls.clone();
                let served = serve(stream, peer, tls, self.bounds, &handler, closing.clone());
                tasks.spawn(async move {
                    served.await;
                    drop(place);
                });
            }
        };
        tokio::select! {
            () = take => {}
            () = closing.cancelled() => {}
        }
    }

    async fn accept(&self) -> (TcpStream, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok(accepted) => return accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken in");
                    sleep(PAUSE).await;
                }
            }
        }
    }
}

fn serve<H: Handler>(
    stream: TcpStream,
    peer: SocketAddr,
    tls: Option<Arc<Tls>>,
    bounds: Bounds,
    handler: &Arc<H>,
    closing: CancellationToken,
) -> impl Future<Output = ()> + Send + use<H> {
    let handler = Arc::clone(handler);
    async move {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection may be slow");
        }
        let Some(tls) = tls else {
            return converse(stream, peer, bounds, handler, closing).await;
        };
        match timeout(bounds.patience, tls.accept(stream)).await {
            Ok(Ok(stream)) => Box::pin(converse(stream, peer, bounds, handler, closing)).await,
            Ok(Err(error)) => tracing::debug!(%error, "a handshake failed"),
            Err(_) => tracing::debug!("a handshake took too long"),
        }
    }
}

async fn converse<S, H>(
    stream: S,
    peer: SocketAddr,
    bounds: Bounds,
    handler: Arc<H>,
    closing: CancellationToken,
) where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    H: Handler,
{
    let service = service_fn(move |request| {
        let handler = Arc::clone(&handler);
        async move { Ok::<_, Infallible>(handler.handle(request, peer).await) }
    });
    let stream = TokioIo::new(Patience::new(stream, bounds.patience));
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(bounds.patience)
            .max_buf_size(HEAD_BYTES_MAX)
            .serve_connection(stream, service)
    );
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke");
    }
}
