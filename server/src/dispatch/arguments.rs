//! The arguments of a call, decoded by the declaration that the caller was shown.

use serde_json::value::RawValue;
use tollgate_tools::bind::{Prepared, Tool};

use super::refusal::Refusal;

/// Decoded arguments, or every fault of them at once.
pub(super) fn decode(tool: &Tool, arguments: &RawValue) -> Result<Prepared, Refusal> {
    (tool.prepare)(arguments).map_err(Refusal::Arguments)
}
