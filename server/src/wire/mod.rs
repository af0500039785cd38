//! JSON-RPC and MCP as text: what a line says, and the lines that answer it.
//!
//! Lives here: the envelope, ids, what the protocol versions differ in, the parameters of each
//! method, the form of results and errors.
//! Must not: know a transport, run a tool, or decide anything about a caller.

mod block;
mod capabilities;
mod claim;
mod depth;
mod envelope;
mod frame;
mod id;
mod method;
mod notice;
mod opening;
mod params;
mod question;
mod result;
mod version;

pub(crate) use capabilities::Capabilities;
pub(crate) use claim::Claim;
pub(crate) use envelope::{Message, Notification, Request, Response, Wrong, read, read_item};
pub(crate) use frame::{Frame, Lack};
pub(crate) use id::Id;
pub(crate) use method::Method;
pub(crate) use notice::{
    Progress, acknowledged, list_changed, list_changed_for, log, progress, unsubscribed,
};
pub(crate) use opening::{Opening, ServerInfo, complete};
pub(crate) use params::{
    CallParams, Cancelled, Initialize, ListParams, Listen, Round, SetLevel, Subscribed, parse,
};
pub(crate) use question::{incapable, input_required, question, question_cancelled};
pub(crate) use result::{Content, discovered, initialize, tool_error, tool_result};
pub(crate) use version::Version;
