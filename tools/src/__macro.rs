//! What expansions of the macros name; not an interface for people.

pub use serde;
pub use serde_json::value::RawValue;
pub use tollgate_decl as decl;

pub use crate::bind::{
    Answer, Argument, Declared, Decoder, Failure, Faults, Form, FormChoice, FormField, Given,
    Output, Prepared, Reply, Resolve, Returned,
};
pub use crate::call::Call;
