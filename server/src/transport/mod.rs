//! Transports: bytes in, bytes out.
//!
//! Lives here: what a transport needs to know of the protocol, and one folder a transport.
//! Must not: read a message, know a tool, or decide anything about a caller.

pub(crate) mod http;
pub(crate) mod stdio;

use std::future::Future;
use std::pin::Pin;

use crate::wire::Frame;

/// One side of a conversation, as a transport sees it.
pub(crate) trait Service: Send + Sync + 'static {
    /// Takes one message and says what is to be done about it. Never waits.
    fn receive(&self, message: &[u8]) -> Step;

    /// Answers a message that was longer than `bytes_max` and is gone.
    fn too_long(&self, bytes_max: usize) -> Frame;

    /// The client is gone: nobody waits for anything any more.
    fn close(&self);
}

/// What is to be done about a message.
pub(crate) enum Step {
    /// Nothing.
    Silent,
    /// Send this.
    Answer(Frame),
    /// Run this, inside a runtime; it may wait, and code it runs may even block its thread.
    Work(Work),
}

/// Work that ends in an answer, or in silence.
pub(crate) type Work = Pin<Box<dyn Future<Output = Option<Frame>> + Send>>;

/// Where messages go that answer nothing.
pub(crate) trait Outbox: Send + Sync {
    /// Sends one message at once. A client that is gone is none of the sender's business.
    fn send(&self, frame: &Frame);

    /// Has a notice sent by somebody else, ahead of every message from now on, and never waits. A
    /// client that has not read the same one before needs no second.
    fn post(&self, notice: Frame);
}
