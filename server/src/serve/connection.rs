//! A session without a transport, for a program that holds server and client in one process.
//!
//! Must not: start a thread or a runtime; whoever waits for an answer brings their own.

use std::fmt;
use std::sync::Arc;

use super::session::Session;
use super::{Client, Server};
use crate::transport::{Outbox, Service, Step};
use crate::wire::Frame;

/// Takes the messages of a server that answer nothing.
pub trait Inbox: Send + Sync + 'static {
    /// Takes one message, as JSON, without waiting: one thread tells every session of a server that
    /// other tools are visible, and whoever waits here keeps all the others waiting.
    fn take(&self, message: &[u8]);
}

/// One client's session. It ends when it is dropped, and what it still runs is cancelled then.
pub struct Connection {
    session: Session,
}

impl Connection {
    /// Opens a session of this client. Who calls was decided by whoever holds the server.
    #[must_use]
    pub fn open(server: &Arc<Server>, client: impl Into<Client>, inbox: impl Inbox) -> Self {
        let outbox = Arc::new(ToInbox(inbox));
        Self { session: Session::new(Arc::clone(server), client.into(), outbox) }
    }

    /// Sends one message, as JSON, and waits for what is answered to it, if anything is. A call
    /// that waits or reports needs a runtime around it.
    pub async fn send(&self, message: &[u8]) -> Option<Vec<u8>> {
        let frame = match self.session.receive(message) {
            Step::Silent => None,
            Step::Answer(frame) => Some(frame),
            Step::Work(work) => work.await,
        };
        frame.map(|frame| frame.pieces().concat())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.session.close();
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

struct ToInbox<I>(I);

impl<I: Inbox> Outbox for ToInbox<I> {
    fn send(&self, frame: &Frame) {
        self.0.take(&frame.pieces().concat());
    }

    fn post(&self, notice: Frame) {
        self.send(&notice);
    }
}
