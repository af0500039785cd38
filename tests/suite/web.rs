//! A web server on this machine, as well or badly behaved as a test wants it.
//!
//! Lives here: starting it, counting what it is asked, and bodies that no honest server sends.

use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use futures_util::stream;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use url::Url;

/// A running server; it ends with this value.
#[derive(Debug)]
pub(crate) struct Web {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<HeaderMap>>>,
    task: JoinHandle<()>,
}

impl Web {
    pub(crate) async fn start(routes: Router) -> Self {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let routes = routes.layer(from_fn(move |request: Request, next: Next| {
            log.lock().unwrap().push(request.headers().clone());
            next.run(request)
        }));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { address, seen, task }
    }

    pub(crate) fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).unwrap()
    }

    /// The headers of every request so far.
    pub(crate) fn seen(&self) -> Vec<HeaderMap> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A response of this status with one header.
pub(crate) fn response(status: u16, name: &str, value: &str) -> Response {
    Response::builder().status(status).header(name, value).body(Body::empty()).unwrap()
}

/// A body that goes on for as long as somebody reads it.
pub(crate) fn endless() -> Body {
    let pieces =
        stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::from_static(&[b' '; 4_096])));
    Body::from_stream(pieces)
}

/// A body that begins and then says nothing more.
pub(crate) fn stuck() -> Body {
    use futures_util::StreamExt as _;

    let start = stream::once(async { Ok::<_, std::io::Error>(Bytes::from_static(b"<rss>")) });
    Body::from_stream(start.chain(stream::pending()))
}

/// Blanks by the megabyte, packed into a few kilobytes.
pub(crate) fn packed(megabytes: usize) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    for _ in 0..megabytes {
        encoder.write_all(&vec![b' '; 1_024 * 1_024]).unwrap();
    }
    encoder.finish().unwrap()
}
