//! One file an area.

mod client;
mod detours;
mod gates;
mod grants;
mod live;
mod staff;
mod visible;
