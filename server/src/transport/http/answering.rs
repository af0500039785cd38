//! Work that a request waits for: it runs where the request is served, and costs no task, until
//! it says something ahead of its answer or takes long. Then it runs by itself, and the client
//! reads a stream.
//!
//! Must not: know what a client leaving means; whoever starts the work says it.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::time::{Sleep, sleep};
use tokio_util::task::TaskTracker;

use super::events::SILENCE;
use super::feed::Feed;
use crate::transport::{Service, Work};
use crate::wire::Frame;

/// Work, and where it speaks.
pub(crate) struct Answering {
    work: Option<Work>,
    feed: Arc<Feed>,
    /// Whether the client reads streams.
    can_stream: bool,
    leaving: Leaving,
    silence: Option<Pin<Box<Sleep>>>,
}

/// What happens to work whose client leaves before there is a stream.
#[derive(Clone)]
pub(crate) struct Leaving {
    /// Everything that runs without a client.
    pub(crate) tasks: TaskTracker,
    /// Who is told that nobody waits any more; nobody, if the work goes on.
    pub(crate) told: Option<Arc<dyn Service>>,
}

/// How work has ended, or not.
#[derive(Debug)]
pub(crate) enum Answered {
    /// With an answer or in silence, and nothing was said before.
    Whole(Option<Frame>),
    /// Its feed says the rest.
    Streams,
}

impl Answering {
    /// Runs this work, which speaks to this feed.
    pub(crate) fn new(work: Work, feed: Arc<Feed>, can_stream: bool, leaving: Leaving) -> Self {
        Self { work: Some(work), feed, can_stream, leaving, silence: None }
    }

    /// Lets the rest run by itself.
    fn hand_over(&mut self) {
        if let Some(work) = self.work.take() {
            let feed = Arc::clone(&self.feed);
            self.leaving.tasks.spawn(async move { feed.finish(work.await.as_ref()) });
        }
    }
}

impl Future for Answering {
    type Output = Answered;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answered> {
        let Some(work) = &mut self.work else { return Poll::Ready(Answered::Streams) };
        if let Poll::Ready(frame) = work.as_mut().poll(context) {
            self.work = None;
            if self.can_stream && self.feed.has_unread() {
                self.feed.finish(frame.as_ref());
                return Poll::Ready(Answered::Streams);
            }
            return Poll::Ready(Answered::Whole(frame));
        }
        if !self.can_stream {
            return Poll::Pending;
        }
        self.feed.wake_at_next(context);
        let silence = self.silence.get_or_insert_with(|| Box::pin(sleep(SILENCE)));
        let is_late = silence.as_mut().poll(context).is_ready();
        if is_late || self.feed.has_unread() {
            self.hand_over();
            return Poll::Ready(Answered::Streams);
        }
        Poll::Pending
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        if self.work.is_none() {
            return;
        }
        if let Some(service) = &self.leaving.told {
            service.close();
        }
        self.hand_over();
    }
}

impl fmt::Debug for Answering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answering").field("feed", &self.feed).finish_non_exhaustive()
    }
}
