//! The versions with sessions: what a request, a stream and the end of a session are over HTTP.
//!
//! Must not: know what a method does.

use std::sync::Arc;

use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::{Response, StatusCode};

use super::entry::{Entry, Kind};
use super::names::one;
use super::refused::{Refused, bare, json};
use super::sessions::Sessions;
use super::site::{Asked, Site};
use crate::serve::Client;
use crate::serve::session::Session;
use crate::transport::http::{Answered, Answering, Body, Events, Feed, Leaving, Numbered, Place};
use crate::transport::{Outbox, Step, Work};
use crate::wire::{self, Frame, Message, Version};

const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
/// Keeps proxies from gathering events before they pass them on.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");
/// The feed of what a client is told unasked.
const UNASKED: u32 = 0;

impl Site {
    /// `POST` to the path of messages.
    pub(super) async fn post(&self, asked: &Asked, body: Bytes) -> Result<Response<Body>, Refused> {
        if let Some(id) = asked.parameter("sessionId") {
            return self.inbox(asked, &id, &body);
        }
        match self.stateless(asked, wire::read(&body)).await {
            Ok(answered) => answered,
            Err(message) => self.in_session(asked, message).await,
        }
    }

    /// A message of a version with sessions.
    async fn in_session(
        &self,
        asked: &Asked,
        message: Message<'_>,
    ) -> Result<Response<Body>, Refused> {
        let id = match &message {
            // Whatever is no message is refused before anybody asks whose it is.
            Message::Wrong(wrong) => {
                return Ok(self.answered(Frame::error(wrong.id.as_ref(), &wrong.error)));
            }
            Message::Request(request) if request.method == "initialize" => {
                return self.initialize(asked, message);
            }
            Message::Request(request) => Some(request.id.clone()),
            // What is no notification that anybody can read; it names nobody to tell.
            Message::Dropped => {
                let text = "this is no message: `jsonrpc` is \"2.0\", `method` a text";
                return Err(Refused::new(StatusCode::BAD_REQUEST, text));
            }
            Message::Notification(_) | Message::Response(_) | Message::Batch(_) => None,
        };
        speaks_known_version(asked).map_err(|refused| refused.to(id.clone()))?;
        let entry = self.entry(asked).map_err(|refused| refused.to(id))?;
        let session = entry.session(&self.server, &asked.credential, asked.narrowing);
        let feed = entry.feed(&self.retention);
        // A client that reads no stream here may have one open beside.
        let speaks_to = if asked.can_stream() { &feed } else { entry.unasked() };
        let outbox = Arc::clone(speaks_to) as Arc<dyn Outbox>;
        if let Message::Notification(said) = &message {
            entry.former().iter().for_each(|it| it.notified(said));
        }
        match session.take(message, &outbox) {
            Step::Silent => Ok(bare(StatusCode::ACCEPTED)),
            Step::Answer(frame) => Ok(self.answered(frame)),
            Step::Work(work) => Ok(self.work(asked, &entry, &session, feed, work).await),
        }
    }

    /// An answer of a session: an error in it is no error of HTTP, unless what came was no message,
    /// or the client has to get another token.
    fn answered(&self, frame: Frame) -> Response<Body> {
        if let Some(refused) = frame.lack().and_then(|lack| self.entrance.too_narrow(lack)) {
            return refused.with_message(frame);
        }
        let is_no_message = matches!(frame.code(), Some(-32700 | -32600));
        json(if is_no_message { StatusCode::BAD_REQUEST } else { StatusCode::OK }, frame)
    }

    /// Opens a session, if its client can agree on anything.
    fn initialize(&self, asked: &Asked, message: Message<'_>) -> Result<Response<Body>, Refused> {
        let (entry, session) = self.open_session(asked, Kind::Streamable)?;
        let outbox = Arc::clone(entry.unasked()) as Arc<dyn Outbox>;
        let Step::Answer(frame) = session.take(message, &outbox) else {
            return Ok(bare(StatusCode::ACCEPTED));
        };
        if frame.code().is_some() {
            return Ok(self.answered(frame));
        }
        let id = HeaderValue::try_from(entry.id());
        self.sessions.add(entry)?;
        let mut response = self.answered(frame);
        response.headers_mut().extend(id.map(|id| (SESSION, id)));
        Ok(response)
    }

    pub(super) fn open_session(
        &self,
        asked: &Asked,
        kind: Kind,
    ) -> Result<(Arc<Entry>, Arc<Session>), Refused> {
        let id = Sessions::new_id()?;
        let feed = match kind {
            Kind::Streamable => {
                let retention = Arc::clone(&self.retention);
                Feed::numbered(Numbered { stream: UNASKED, retention })
            }
            Kind::Stream => Feed::new(),
        };
        let client = Client { credential: asked.credential.clone(), narrowing: asked.narrowing };
        let outbox = Arc::clone(&feed) as Arc<dyn Outbox>;
        let session = Session::new(Arc::clone(&self.server), client.clone(), outbox);
        let session = Arc::new(session);
        let now = self.sessions.now();
        let entry = Entry::new(id, kind, client, Arc::clone(&session), feed, now);
        Ok((Arc::new(entry), session))
    }

    /// The session that a request names.
    fn entry(&self, asked: &Asked) -> Result<Arc<Entry>, Refused> {
        let named = one(&asked.head.headers, &SESSION).map_err(|()| {
            Refused::new(StatusCode::BAD_REQUEST, "`Mcp-Session-Id` has to be there once")
        })?;
        let Some(id) = named else {
            let text = "there is no `Mcp-Session-Id`: `initialize` opens a session and names it";
            return Err(Refused::new(StatusCode::BAD_REQUEST, text));
        };
        self.sessions.get(id, Kind::Streamable, &asked.credential).ok_or_else(|| {
            let text = "this session has ended or was never there; open one with `initialize`";
            Refused::new(StatusCode::NOT_FOUND, text)
        })
    }

    /// Work of a session, which goes on when its client leaves.
    async fn work(
        &self,
        asked: &Asked,
        entry: &Arc<Entry>,
        session: &Session,
        feed: Arc<Feed>,
        work: Work,
    ) -> Response<Body> {
        let leaving = Leaving { tasks: self.tasks.clone(), told: None };
        let fed = Arc::clone(&feed);
        match Answering::new(work, feed, asked.can_stream(), leaving).await {
            Answered::Whole(Some(frame)) => self.answered(frame),
            Answered::Whole(None) => bare(StatusCode::ACCEPTED),
            Answered::Streams => {
                entry.keep(&fed, self.sessions.now());
                let events = Events::of(fed).holding(Box::new(Arc::clone(entry)));
                stream(match session.version().traits().has_polling {
                    true => events.primed(),
                    false => events,
                })
            }
        }
    }

    /// `GET` to the path of messages: a stream of what the client is told unasked, or of what it
    /// missed of another one. Of two for the same, the later one is read: a client that lost the
    /// first comes back sooner than the server can know.
    pub(super) fn listen(&self, asked: &Asked) -> Result<Response<Body>, Refused> {
        speaks_known_version(asked)?;
        // Some clients do not survive anything else; they learn the truth when they next send.
        let entry = self.entry(asked).map_err(|_| Refused::method("POST"))?;
        let place = self.place()?;
        let seen = one(&asked.head.headers, &LAST_EVENT).ok().flatten().and_then(Place::read);
        let events = match seen {
            Some(seen) => entry.resume(seen),
            None => Some(Events::of(Arc::clone(entry.unasked()))),
        };
        let events = events.ok_or_else(|| {
            Refused::new(StatusCode::NOT_FOUND, "what this stream said is not kept any more")
        })?;
        Ok(stream(events.holding(Box::new((place, entry)))))
    }

    /// `DELETE` to the path of messages.
    pub(super) fn end(&self, asked: &Asked) -> Result<Response<Body>, Refused> {
        if !asked.head.headers.contains_key(SESSION) {
            return Err(Refused::method("POST"));
        }
        let entry = self.entry(asked)?;
        self.sessions.remove(entry.id());
        Ok(bare(StatusCode::NO_CONTENT))
    }
}

/// Events as an answer.
pub(super) fn stream(events: Events) -> Response<Body> {
    let mut response = Response::new(Body::Events(Box::new(events)));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(UNBUFFERED, HeaderValue::from_static("no"));
    response
}

/// A version that the headers name is one that is served. Which one a session speaks was agreed on
/// in it, and a client that names none is as good.
fn speaks_known_version(asked: &Asked) -> Result<(), Refused> {
    let is_known = match one(&asked.head.headers, &VERSION) {
        Ok(named) => named.is_none_or(|name| Version::named(name).is_some()),
        Err(()) => false,
    };
    if is_known {
        return Ok(());
    }
    let served: Vec<_> = Version::names().collect();
    let text = format!(
        "`MCP-Protocol-Version` has to name, once, a version that is served: {}",
        served.join(", ")
    );
    Err(Refused::new(StatusCode::BAD_REQUEST, text))
}

/// Whether the headers name a version that no session can have.
pub(super) fn speaks_stateless_version(asked: &Asked) -> bool {
    let mut named = asked.head.headers.get_all(&VERSION).iter();
    named.any(|name| {
        let version = name.to_str().ok().and_then(|name| Version::named(name.trim()));
        version.is_none_or(|version| version.traits().is_stateless)
    })
}
