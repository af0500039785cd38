//! Many clients over HTTP/1.1, plain or encrypted: connections, bodies, streams of events.
//!
//! Lives here: how bytes of requests and answers travel, their bounds in size and time, and how
//! work goes on or ends when its client leaves.
//! Must not: know a path, a header of the protocol, a session or a caller; `serve::web` does.

mod answering;
mod body;
mod events;
mod feed;
mod intake;
mod listen;
mod patience;
mod signal;
mod tls;

pub(crate) use answering::{Answered, Answering, Leaving};
pub(crate) use body::Body;
pub(crate) use events::{Events, Held};
pub(crate) use feed::{Feed, Numbered, Place, Retention};
pub(crate) use intake::{Bodiless, intake};
pub(crate) use listen::{Bounds, Handler, Listening};
pub(crate) use signal::Signals;
pub(crate) use tls::{Tls, TlsError};
