//! The versions without sessions: each request says what its client speaks, and its status is part
//! of the answer. A client that closes the connection has cancelled what it asked for.
//!
//! Must not: know what a method does.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use hyper::{Response, StatusCode};
use jsonrpc_core::Error;

use super::headers;
use super::legacy::{speaks_stateless_version, stream};
use super::refused::{Refused, bare, json};
use super::site::{Asked, Site};
use crate::serve::Client;
use crate::serve::session::Session;
use crate::transport::http::{Answered, Answering, Body, Events, Feed, Held, Leaving};
use crate::transport::{Outbox, Service, Step, Work};
use crate::wire::{Claim, Frame, Message, Request, Wrong};

/// The method whose answer is a standing stream.
const LISTEN: &str = "subscriptions/listen";

/// The sessions of standing streams, which end when the server does.
#[derive(Debug, Default)]
pub(super) struct Standing(Mutex<Vec<Weak<Session>>>);

impl Standing {
    fn add(&self, session: &Arc<Session>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|session| session.strong_count() > 0);
        all.push(Arc::downgrade(session));
    }

    /// Ends them, with the answer that they have for that.
    pub(super) fn end(&self) {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().filter_map(Weak::upgrade).for_each(|session| session.end());
    }
}

impl Site {
    /// Answers a message if its era is that without sessions: what it says itself counts first,
    /// then its headers. Any other message comes back.
    pub(super) async fn stateless<'m>(
        &self,
        asked: &Asked,
        message: Message<'m>,
    ) -> Result<Result<Response<Body>, Refused>, Message<'m>> {
        let is_named = speaks_stateless_version(asked);
        match message {
            Message::Request(request) => match Claim::of(&request) {
                Ok(Some(claim)) => Ok(self.claimed(asked, &request, &claim).await),
                Ok(None) if is_named && request.method != "initialize" => {
                    Ok(Err(unclaimed(request, Claim::missing())))
                }
                Ok(None) => Err(Message::Request(request)),
                Err(error) => Ok(Err(unclaimed(request, error))),
            },
            // There is nothing that a client could tell: whose request would it cancel?
            Message::Notification(said) if is_named || Claim::is_in(said.params) => {
                Ok(Ok(bare(StatusCode::ACCEPTED)))
            }
            Message::Response(_) if is_named => Ok(Err(no_message("nobody was asked anything"))),
            Message::Batch(_) if is_named => Ok(Err(no_message("there are no batches"))),
            other => Err(other),
        }
    }

    async fn claimed(
        &self,
        asked: &Asked,
        request: &Request<'_>,
        claim: &Claim<'_>,
    ) -> Result<Response<Body>, Refused> {
        headers::check(&asked.head.headers, request, claim)
            .map_err(|refused| refused.to(Some(request.id.clone())))?;
        let is_standing = request.method == LISTEN;
        let place = is_standing.then(|| self.place()).transpose()?;
        let feed = Feed::new();
        let outbox = Arc::clone(&feed) as Arc<dyn Outbox>;
        let client = Client { credential: asked.credential.clone(), narrowing: asked.narrowing };
        let session = Session::new(Arc::clone(&self.server), client, Arc::clone(&outbox));
        match session.stateless(request, claim, &outbox) {
            Step::Silent => Ok(bare(StatusCode::ACCEPTED)),
            Step::Answer(frame) => Ok(self.answer(frame)),
            Step::Work(work) => {
                let session = Arc::new(session);
                if is_standing {
                    self.standing.add(&session);
                }
                let can_stream = is_standing || asked.can_stream();
                Ok(self.run(can_stream, session, feed, work, Box::new(place)).await)
            }
        }
    }

    async fn run(
        &self,
        can_stream: bool,
        session: Arc<Session>,
        feed: Arc<Feed>,
        work: Work,
        held: Held,
    ) -> Response<Body> {
        let told = Some(Arc::clone(&session) as Arc<dyn Service>);
        let leaving = Leaving { tasks: self.tasks.clone(), told };
        match Answering::new(work, Arc::clone(&feed), can_stream, leaving).await {
            Answered::Whole(Some(frame)) => self.answer(frame),
            Answered::Whole(None) => bare(StatusCode::ACCEPTED),
            Answered::Streams => {
                stream(Events::of(feed).holding(Box::new((Cancelled(session), held))))
            }
        }
    }

    fn answer(&self, frame: Frame) -> Response<Body> {
        if let Some(refused) = frame.lack().and_then(|lack| self.entrance.too_narrow(lack)) {
            return refused.with_message(frame);
        }
        json(status(&frame), frame)
    }
}

/// Cancels what a stream was for when nobody reads it any more.
struct Cancelled(Arc<Session>);

impl Drop for Cancelled {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// What HTTP says of an answer.
fn status(frame: &Frame) -> StatusCode {
    match frame.code() {
        Some(-32700 | -32600 | -32022..=-32020) => StatusCode::BAD_REQUEST,
        Some(-32601) => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    }
}

fn unclaimed(request: Request<'_>, error: Error) -> Refused {
    Refused::with(StatusCode::BAD_REQUEST, error).to(Some(request.id))
}

fn no_message(what: &str) -> Refused {
    let Wrong { error, .. } = Wrong::forbidden(None, what);
    Refused::with(StatusCode::BAD_REQUEST, error)
}

#[cfg(test)]
mod tests {
    use jsonrpc_core::ErrorCode;

    use super::*;

    #[test]
    fn the_status_follows_the_code() {
        let coded = |code: i64| {
            let error = Error { code: ErrorCode::from(code), message: String::new(), data: None };
            status(&Frame::error(None, &error)).as_u16()
        };
        for (code, expected) in [
            (-32020, 400),
            (-32021, 400),
            (-32022, 400),
            (-32019, 200),
            (-32023, 200),
            (-32600, 400),
            (-32700, 400),
            (-32601, 404),
            (-32602, 200),
            (-32603, 200),
        ] {
            assert_eq!(coded(code), expected, "{code}");
        }
    }
}
