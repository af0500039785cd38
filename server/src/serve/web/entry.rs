//! One session that a client comes back to: whose it is, and the streams that are open for it.
//!
//! Must not: know a header.

use std::fmt;
use std::mem;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::sessions::LastUse;
use crate::gate::{Credential, Narrowing};
use crate::serve::session::Session;
use crate::serve::{Client, Server};
use crate::transport::http::{Events, Feed, Numbered, Place, Retention};
use crate::transport::{Outbox, Service as _};

/// Streams of answers that are kept of one session for a client that comes back.
const STREAMS_MAX: usize = 8;
/// Seconds that a stream is kept after its last message.
const KEPT_FOR_S: u32 = 60;

/// By which transport a client comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Streamable HTTP.
    Streamable,
    /// HTTP with one stream, as in 2024: the stream is the session.
    Stream,
}

/// A session.
pub(super) struct Entry {
    id: Box<str>,
    kind: Kind,
    held: Mutex<Held>,
    /// What the client is told unasked.
    unasked: Arc<Feed>,
    streams: Mutex<Vec<Kept>>,
    next_stream: AtomicU32,
    last_use: LastUse,
}

/// Who has it, and what serves them.
struct Held {
    client: Client,
    session: Arc<Session>,
    /// What the same client began with other tokens, and may still run.
    former: Vec<Arc<Session>>,
}

/// A stream of an answer, and when it was last seen unfinished.
struct Kept {
    feed: Arc<Feed>,
    since: u32,
}

impl Entry {
    /// A session of this client that speaks to this feed of its own.
    pub(super) fn new(
        id: Box<str>,
        kind: Kind,
        client: Client,
        session: Arc<Session>,
        unasked: Arc<Feed>,
        now: u32,
    ) -> Self {
        Self {
            id,
            kind,
            held: Mutex::new(Held { client, session, former: Vec::new() }),
            unasked,
            streams: Mutex::default(),
            next_stream: AtomicU32::new(1),
            last_use: LastUse::new(now),
        }
    }

    /// Its id.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// By which transport its client comes.
    pub(super) const fn kind(&self) -> Kind {
        self.kind
    }

    /// What the client is told unasked.
    pub(super) const fn unasked(&self) -> &Arc<Feed> {
        &self.unasked
    }

    /// Whether whoever shows this may go on with it.
    pub(super) fn belongs_to(&self, credential: &Credential) -> bool {
        self.held().client.credential.is_same_principal(credential)
    }

    /// What serves its client, who now shows this credential and, perhaps, chooses anew what it
    /// wants to be shown. What it began before goes on.
    pub(super) fn session(
        &self,
        server: &Arc<Server>,
        credential: &Credential,
        narrowing: Option<Narrowing>,
    ) -> Arc<Session> {
        let mut held = self.held();
        let narrowing = narrowing.or(held.client.narrowing);
        if held.client.credential == *credential && held.client.narrowing == narrowing {
            return Arc::clone(&held.session);
        }
        let client = Client { credential: credential.clone(), narrowing };
        let outbox = Arc::clone(&self.unasked) as Arc<dyn Outbox>;
        let next = Arc::new(held.session.handed_to(Arc::clone(server), client.clone(), outbox));
        let before = mem::replace(&mut held.session, Arc::clone(&next));
        held.former.retain(|session| session.is_busy());
        if before.is_busy() {
            held.former.push(before);
        }
        held.client = client;
        next
    }

    /// What serves whatever the client began with other tokens.
    pub(super) fn former(&self) -> Vec<Arc<Session>> {
        self.held().former.clone()
    }

    /// A feed for what answers one request.
    pub(super) fn feed(&self, retention: &Arc<Retention>) -> Arc<Feed> {
        let stream = self.next_stream.fetch_add(1, Ordering::Relaxed);
        Feed::numbered(Numbered { stream, retention: Arc::clone(retention) })
    }

    /// Keeps a feed for a client that loses its stream.
    pub(super) fn keep(&self, feed: &Arc<Feed>, now: u32) {
        let mut streams = self.streams();
        if streams.len() == STREAMS_MAX {
            let finished = streams.iter().position(|kept| kept.feed.is_finished());
            streams.remove(finished.unwrap_or_default());
        }
        streams.push(Kept { feed: Arc::clone(feed), since: now });
    }

    /// What comes after this place, if it is still known.
    pub(super) fn resume(&self, place: Place) -> Option<Events> {
        let streams = self.streams();
        let kept = streams.iter().map(|kept| &kept.feed);
        let mut all = kept.chain([&self.unasked]);
        let feed = all.find(|feed| feed.stream() == Some(place.stream))?;
        Some(Events::after(Arc::clone(feed), place.number))
    }

    /// It was used just now.
    pub(super) fn touch(&self, now: u32) {
        self.last_use.touch(now);
    }

    /// For how long nobody has used it.
    pub(super) fn unused_for(&self, now: u32) -> Duration {
        self.last_use.unused_for(now)
    }

    /// Lets go of streams that nobody came back for.
    pub(super) fn tidy(&self, now: u32) {
        let mut streams = self.streams();
        for kept in &mut *streams {
            if !kept.feed.is_finished() {
                kept.since = now;
            }
        }
        streams.retain(|kept| now.saturating_sub(kept.since) < KEPT_FOR_S);
        if streams.is_empty() {
            streams.shrink_to_fit();
        }
    }

    /// Ends everything: what runs is cancelled, and every stream is at its end.
    pub(super) fn end(&self) {
        let mut held = self.held();
        let former = mem::take(&mut held.former);
        let all = former.into_iter().chain([Arc::clone(&held.session)]);
        drop(held);
        all.for_each(|session| session.close());
        self.unasked.finish(None);
        let streams = mem::take(&mut *self.streams());
        streams.iter().for_each(|kept| kept.feed.finish(None));
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn streams(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The id is as good as a name, and names stay out of logs.
        f.debug_struct("Entry").field("kind", &self.kind).finish_non_exhaustive()
    }
}
