//! HTTP with one stream, as the version of 2024 has it: `GET /sse` opens it and is the session, and
//! whatever is sent to the address that it names is answered on it.
//!
//! Clients ask for newer versions over it as well, so that none is demanded.

use std::sync::Arc;

use hyper::body::Bytes;
use hyper::{Response, StatusCode};

use super::entry::{Entry, Kind};
use super::legacy::stream;
use super::refused::{Refused, bare, json};
use super::sessions::Sessions;
use super::site::{Asked, Site};
use crate::transport::http::{Body, Events};
use crate::transport::{Outbox, Step};
use crate::wire::{self, Message};

impl Site {
    /// `GET /sse`.
    pub(super) fn open_stream(&self, asked: &Asked) -> Result<Response<Body>, Refused> {
        let place = self.place()?;
        let (entry, _) = self.open_session(asked, Kind::Stream)?;
        self.sessions.add(Arc::clone(&entry))?;
        let inbox = format!("/mcp?sessionId={}", entry.id());
        let events = Events::of(Arc::clone(entry.unasked())).opened_by("endpoint", &inbox);
        let open = Open { sessions: Arc::clone(&self.sessions), entry };
        Ok(stream(events.holding(Box::new((place, open)))))
    }

    /// A message to a session whose stream is open.
    pub(super) fn inbox(
        &self,
        asked: &Asked,
        id: &str,
        body: &Bytes,
    ) -> Result<Response<Body>, Refused> {
        let entry = self.sessions.get(id, Kind::Stream, &asked.credential).ok_or_else(|| {
            let text = "the stream of this session has ended or was never there; open `/sse`";
            Refused::new(StatusCode::NOT_FOUND, text)
        })?;
        let session = entry.session(&self.server, &asked.credential, asked.narrowing);
        let outbox = Arc::clone(entry.unasked()) as Arc<dyn Outbox>;
        let message = wire::read(body);
        let is_to_nobody = matches!(&message, Message::Wrong(wrong) if wrong.id.is_none());
        match session.take(message, &outbox) {
            Step::Silent => {}
            Step::Answer(frame) if is_to_nobody => {
                return Ok(json(StatusCode::BAD_REQUEST, frame));
            }
            Step::Answer(frame) => outbox.send(&frame),
            Step::Work(work) => {
                // Holds the session until it is answered, so that nobody takes it for unused.
                self.tasks.spawn(async move {
                    let _entry = entry;
                    if let Some(frame) = work.await {
                        outbox.send(&frame);
                    }
                });
            }
        }
        Ok(bare(StatusCode::ACCEPTED))
    }
}

/// A session that ends with its stream.
struct Open {
    sessions: Arc<Sessions>,
    entry: Arc<Entry>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.sessions.remove(self.entry.id());
    }
}
