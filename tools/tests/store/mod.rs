//! The store by itself.

mod concurrency;
mod durability;
mod opening;
mod url;
mod values;
mod workspace;
