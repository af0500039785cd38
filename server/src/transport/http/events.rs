//! The body of a stream of events: what a feed says, and a sign of life where it is silent.

use std::fmt;
use std::future::Future as _;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::body::Bytes;
use tokio::time::{Instant, Sleep, sleep};

use super::feed::{Feed, Next, Place};

/// How long a stream is silent at most: proxies give up on those that are silent for longer.
pub(super) const SILENCE: Duration = Duration::from_secs(15);
/// The sign of life: a comment, which no client takes for a message.
const ALIVE: &[u8] = b": alive\n\n";
/// How soon a client comes back after a stream that broke.
const RETRY_MS: u32 = 1_000;

/// Something that is let go of when a stream ends.
pub(crate) type Held = Box<dyn Send + Sync>;

/// One reader's stream.
pub(crate) struct Events {
    feed: Arc<Feed>,
    reader: u32,
    opening: Option<Bytes>,
    alive: Pin<Box<Sleep>>,
    held: Option<Held>,
}

impl Events {
    /// Reads a feed from where nobody has read it.
    pub(crate) fn of(feed: Arc<Feed>) -> Self {
        Self::starting(feed, None)
    }

    /// Reads a feed again from behind a number.
    pub(crate) fn after(feed: Arc<Feed>, number: u64) -> Self {
        Self::starting(feed, Some(number))
    }

    fn starting(feed: Arc<Feed>, after: Option<u64>) -> Self {
        let (reader, alive) = (feed.attach(after), Box::pin(sleep(SILENCE)));
        Self { feed, reader, opening: None, alive, held: None }
    }

    /// The same, with an event ahead that says nothing but where the client is: it can come back
    /// even if nothing else reaches it.
    pub(crate) fn primed(mut self) -> Self {
        self.opening = self
            .feed
            .stream()
            .map(|stream| Bytes::from(format!("id: {stream}-0\nretry: {RETRY_MS}\ndata: \n\n")));
        self
    }

    /// The same, with an event of this name ahead.
    pub(crate) fn opened_by(mut self, name: &str, data: &str) -> Self {
        self.opening = Some(Bytes::from(format!("event: {name}\ndata: {data}\n\n")));
        self
    }

    /// The same, holding something until it ends.
    pub(crate) fn holding(mut self, held: Held) -> Self {
        self.held = Some(held);
        self
    }

    /// The next bytes. A reader that is cut off gets an error, which ends its connection.
    pub(super) fn poll_next(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Bytes>>> {
        if let Some(opening) = self.opening.take() {
            return Poll::Ready(Some(Ok(opening)));
        }
        match self.feed.poll_next(self.reader, context) {
            Poll::Ready(Next::Message(message, place)) => {
                self.rest();
                return Poll::Ready(Some(Ok(event(&message, place))));
            }
            Poll::Ready(Next::End) => return Poll::Ready(None),
            Poll::Ready(Next::Cut) => {
                let slow = io::Error::new(ErrorKind::TimedOut, "the client reads too slowly");
                return Poll::Ready(Some(Err(slow)));
            }
            Poll::Pending => {}
        }
        ready!(self.alive.as_mut().poll(context));
        self.rest();
        Poll::Ready(Some(Ok(Bytes::from_static(ALIVE))))
    }

    fn rest(&mut self) {
        self.alive.as_mut().reset(Instant::now() + SILENCE);
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.feed.detach(self.reader);
        drop(self.held.take());
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").field("reader", &self.reader).finish_non_exhaustive()
    }
}

fn event(message: &[u8], place: Option<Place>) -> Bytes {
    let mut event = Vec::with_capacity(message.len() + 64);
    if let Some(place) = place {
        event.extend_from_slice(format!("id: {place}\n").as_bytes());
    }
    event.extend_from_slice(b"event: message\ndata: ");
    event.extend_from_slice(message);
    event.extend_from_slice(b"\n\n");
    event.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_a_line_of_data_with_its_place() {
        let place = Place { stream: 3, number: 9 };
        let text = b"id: 3-9\nevent: message\ndata: {}\n\n".as_slice();
        assert_eq!(event(b"{}", Some(place)), text);
        assert_eq!(event(b"{}", None), b"event: message\ndata: {}\n\n".as_slice());
    }
}
