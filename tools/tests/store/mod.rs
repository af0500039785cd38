//! The store by itself.

mod acting_agent;
mod concurrency;
mod durability;
mod opening;
mod url;
mod values;
mod workspace;
