//! One file an area; the file name is what the area is called in the code.

mod arguments;
mod cli;
mod host;
mod newsfeed;
mod portable;
mod surface;
mod web;
