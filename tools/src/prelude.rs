//! What a file of tools imports: `use tollgate::prelude::*;`.

pub use crate::bind::{Failure, Plain};
pub use crate::call::Call;
pub use tollgate_macros::{Argument, Reply, tool};
