//! From a declaration to a call and back: decoding arguments, running the handler, encoding the
//! reply.
//!
//! Everything here is driven by the same declaration that `tools/list` shows, so that what is
//! published, what is accepted and what is explained cannot differ.
//! Must not: know a transport, a gate or a particular tool.

mod argument;
mod block;
mod decoder;
mod failure;
mod fault;
mod form;
mod format;
mod list;
mod object;
mod output;
mod reply;
mod resolve;
mod scalar;
mod tool;

pub use argument::Argument;
pub use block::{Block, Body, Content, Embedded, Link, Media};
pub use decoder::Decoder;
pub use failure::Failure;
pub use fault::{Fault, Faults};
pub use form::{Form, FormChoice, FormField};
pub use object::{Given, Members};
pub use output::Output;
pub use reply::{Answer, Fails, Plain, Reply, Returned};
pub use resolve::Resolve;
pub use tool::{Declared, Prepared, Tool};
