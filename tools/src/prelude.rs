//! What a file of tools imports: `use tollgate::prelude::*;`.

pub use crate::bind::{Content, Failure, Plain};
pub use crate::call::{Call, Elicited, LogLevel, Sampling};
pub use tollgate_macros::{Argument, Form, Reply, tool};
