//! Databases that agents may read: files, and servers of both kinds, all of them real.

mod kit;
mod mysql;
mod open;
mod postgres;
mod settings;
mod sqlite;
mod statement;
