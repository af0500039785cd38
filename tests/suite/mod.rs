//! One file an area; the file name is what the area is called in the code.

mod acting;
mod arguments;
mod audit;
mod canvas;
mod cli;
mod clients;
mod connection;
mod credentials;
mod databases;
mod door;
mod ended;
mod evolution;
mod grants;
mod host;
mod narrow;
mod newsfeed;
mod portable;
mod published;
mod readme;
mod security_audit;
mod session;
mod stdio;
mod subscriptions;
mod surface;
mod web;
mod working_state;
