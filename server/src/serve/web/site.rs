//! The ladder that every request climbs, rung by rung: names, caller, path, method, body, message.
//!
//! Must not: know what a session does with a message (`legacy`, `stateless`).

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::{Bytes, Incoming};
use hyper::header::{ACCEPT, CONTENT_TYPE, HeaderMap};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response, StatusCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::task::TaskTracker;
use tollgate_tools::decl::REQUEST_BYTES_MAX;
use url::form_urlencoded;

use super::entrance::Entrance;
use super::names::Names;
use super::narrow::narrowing;
use super::refused::{Refused, bare};
use super::sessions::Sessions;
use super::stateless::Standing;
use crate::gate::{Credential, Narrowing};
use crate::serve::Server;
use crate::transport::http::{Bodiless, Body, Handler, Retention, intake};

/// Where messages go.
const MCP: &str = "/mcp";
/// Where clients of 2024 open their stream.
const SSE: &str = "/sse";
/// Where a program asks whether the server is there.
const HEALTH: &str = "/healthz";
/// Where the server says who may let somebody in; the longer one is for the path of messages.
const WELL_KNOWN: [&str; 2] =
    ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"];

/// Everything that requests are answered from.
pub(super) struct Site {
    pub(super) server: Arc<Server>,
    pub(super) entrance: Entrance,
    pub(super) names: Names,
    pub(super) sessions: Arc<Sessions>,
    /// What is kept of all streams.
    pub(super) retention: Arc<Retention>,
    /// Places for standing streams.
    pub(super) streams: Arc<Semaphore>,
    /// Streams of requests that end when the server does.
    pub(super) standing: Standing,
    /// What runs without a client.
    pub(super) tasks: TaskTracker,
    /// How long a client has to send a body.
    pub(super) patience: Duration,
}

/// A request whose sender is known.
pub(super) struct Asked {
    pub(super) head: Parts,
    pub(super) credential: Credential,
    pub(super) narrowing: Option<Narrowing>,
}

impl Handler for Site {
    async fn handle(&self, request: Request<Incoming>, peer: SocketAddr) -> Response<Body> {
        let (head, body) = request.into_parts();
        self.climb(head, body, peer).await.unwrap_or_else(Response::from)
    }
}

impl Site {
    async fn climb(
        &self,
        head: Parts,
        body: Incoming,
        peer: SocketAddr,
    ) -> Result<Response<Body>, Refused> {
        self.names.check(&head)?;
        if let Some(open) = self.open(&head) {
            return open;
        }
        let credential = self.entrance.admit(&head, peer).await?;
        let is_mcp = head.uri.path() == MCP;
        if !is_mcp && head.uri.path() != SSE {
            return Err(nothing_there());
        }
        let narrowing = narrowing(&head, &self.server.catalog)?;
        let asked = Asked { head, credential, narrowing };
        match (is_mcp, asked.head.method.as_str()) {
            (true, "POST") => {
                is_json(&asked.head.headers)?;
                let body = self.body(body).await?;
                self.post(&asked, body).await
            }
            (true, "GET") => self.listen(&asked),
            (true, "DELETE") => self.end(&asked),
            (true, _) => Err(Refused::method("GET, POST, DELETE")),
            (false, "GET") => self.open_stream(&asked),
            (false, _) => Err(Refused::method("GET")),
        }
    }

    /// What everybody may ask.
    fn open(&self, head: &Parts) -> Option<Result<Response<Body>, Refused>> {
        let path = head.uri.path();
        let is_get = head.method == Method::GET;
        if path == HEALTH {
            return Some(match is_get {
                true => Ok(bare(StatusCode::NO_CONTENT)),
                false => Err(Refused::method("GET")),
            });
        }
        if !WELL_KNOWN.contains(&path) {
            return None;
        }
        let document = self.entrance.metadata().ok_or_else(nothing_there);
        Some(match (document, is_get) {
            (Ok(document), true) => Ok(document_of(document)),
            (Ok(_), false) => Err(Refused::method("GET")),
            (Err(refused), _) => Err(refused),
        })
    }

    async fn body(&self, body: Incoming) -> Result<Bytes, Refused> {
        intake(body, REQUEST_BYTES_MAX, self.patience).await.map_err(|why| match why {
            Bodiless::TooLong => {
                let text = format!("a message is at most {REQUEST_BYTES_MAX} bytes");
                Refused::new(StatusCode::PAYLOAD_TOO_LARGE, text)
            }
            Bodiless::TooSlow => {
                let text = format!("no whole body came within {} s", self.patience.as_secs());
                Refused::new(StatusCode::REQUEST_TIMEOUT, text)
            }
            Bodiless::Broken => {
                Refused::new(StatusCode::BAD_REQUEST, "the body broke off, or has no such length")
            }
        })
    }

    /// A place for one more standing stream.
    pub(super) fn place(&self) -> Result<OwnedSemaphorePermit, Refused> {
        Arc::clone(&self.streams).try_acquire_owned().map_err(|_| {
            Refused::full("no more streams can be open; `streams_max` of [server] is the limit", 5)
        })
    }
}

impl Asked {
    /// A parameter of the address.
    pub(super) fn parameter(&self, name: &str) -> Option<String> {
        let query = self.head.uri.query()?;
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }

    /// Whether its client reads streams. One that does not say what it reads, reads anything.
    pub(super) fn can_stream(&self) -> bool {
        let mut values = self.head.headers.get_all(ACCEPT).iter().peekable();
        if values.peek().is_none() {
            return true;
        }
        values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|it| it.split(','))
            .any(reads_events)
    }
}

fn reads_events(range: &str) -> bool {
    let mut parts = range.split(';').map(str::trim);
    let kind = parts.next().unwrap_or_default();
    let is_meant =
        ["text/event-stream", "text/*", "*/*"].iter().any(|it| it.eq_ignore_ascii_case(kind));
    let is_refused = parts.any(|part| {
        let weight = part.strip_prefix("q=").or_else(|| part.strip_prefix("Q="));
        weight.is_some_and(|it| it.trim().parse().is_ok_and(|weight: f32| weight <= 0.0))
    });
    is_meant && !is_refused
}

fn is_json(headers: &HeaderMap) -> Result<(), Refused> {
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    let value = match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().unwrap_or_default(),
        _ => "",
    };
    let kind = value.split(';').next().unwrap_or_default().trim();
    if kind.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let text = "a message is sent with `Content-Type: application/json`";
    Err(Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text))
}

fn nothing_there() -> Refused {
    Refused::new(StatusCode::NOT_FOUND, "there is nothing here; messages go to /mcp")
}

fn document_of(document: String) -> Response<Body> {
    let mut response = Response::new(Body::from(Bytes::from(document)));
    let json = hyper::header::HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, json);
    response
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("entrance", &self.entrance).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_by_whoever_does_not_say_no() {
        for range in ["text/event-stream", " Text/Event-Stream ; q=0.1", "*/*", "text/*;q=1"] {
            assert!(reads_events(range), "{range}");
        }
        for range in ["application/json", "text/event-stream;q=0", "*/*; q=0.0", "text/html", ""] {
            assert!(!reads_events(range), "{range}");
        }
    }

    #[test]
    fn only_one_content_type_is_json() {
        let headers = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(CONTENT_TYPE, hyper::header::HeaderValue::from_static(value));
            }
            headers
        };
        for value in ["application/json", "Application/JSON; charset=utf-8"] {
            assert!(is_json(&headers(&[value])).is_ok(), "{value}");
        }
        for values in [
            &[][..],
            &["text/plain"],
            &["application/jsonp"],
            &["application/json-seq"],
            &["application/json", "application/json"],
        ] {
            assert!(is_json(&headers(values)).is_err(), "{values:?}");
        }
    }
}
