//! Grants: tools that an agent has for some time, beyond what its settings give it.
//!
//! Lives here: asking for one (the tool), giving and ending them, and which are open. Must not:
//! decide who sees what because of one; the gates do.

mod active;
pub mod admin;
mod model;
pub mod request;
mod sql;
mod ttl;

pub use active::ActiveGrants;
pub(crate) use admin::add;
pub use model::Grant;
pub use ttl::{Ttl, TtlError};
