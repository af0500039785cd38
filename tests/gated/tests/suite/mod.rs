//! One file an area.

mod client;
mod grants;
mod live;
mod staff;
mod visible;
