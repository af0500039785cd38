//! One file an area.

mod client;
mod live;
mod visible;
