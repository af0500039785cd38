//! One file an area; the file name is what the area is called in the code.

mod host;
mod web;
