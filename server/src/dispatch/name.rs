//! The name of a call: exact, or the nearest names in the refusal.

use tollgate_tools::bind::Tool;

use super::refusal::Refusal;
use crate::registry::Registry;

/// The tool of exactly this name.
pub(super) fn exact(registry: &'static Registry, name: &str) -> Result<&'static Tool, Refusal> {
    registry.get(name).ok_or_else(|| Refusal::UnknownTool {
        name: name.chars().take(NAME_CHARS_SHOWN).collect(),
        nearest: registry.nearest(name),
    })
}

/// Characters of an unknown name that its refusal repeats.
const NAME_CHARS_SHOWN: usize = 100;
