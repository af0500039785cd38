//! Declarations that must compile, each with what follows from it.
//!
//! Their counterparts, which must not compile, are the cases of `tests/ui`.

extern crate tollgate_tools as tollgate;

pub mod agreement;
pub mod content_blocks;
pub mod every_key;
pub mod every_type;
pub mod exactly_at_the_limit;
pub mod exemption_in_use;
pub mod forms;
pub mod function_stays_callable;
pub mod longest_name;
pub mod names_the_expansion_uses_itself;
pub mod number_bounds;
pub mod raw_names;
pub mod reply_without_null;
