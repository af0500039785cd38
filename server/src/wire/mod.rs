//! JSON-RPC and MCP as text: what a line says, and the lines that answer it.
//!
//! Lives here: the envelope, ids, what the protocol versions differ in, the parameters of each
//! method, the form of results and errors.
//! Must not: know a transport, run a tool, or decide anything about a caller.

mod depth;
mod envelope;
mod frame;
mod id;
mod notice;
mod params;
mod result;
mod version;

pub(crate) use envelope::{Message, Request, Wrong, read, read_item};
pub(crate) use frame::Frame;
pub(crate) use id::Id;
pub(crate) use notice::{Progress, list_changed, progress};
pub(crate) use params::{CallParams, Cancelled, Initialize, ListParams, parse};
pub(crate) use result::{Content, ServerInfo, initialize, tool_error, tool_result};
pub(crate) use version::Version;
