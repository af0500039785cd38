//! The name of a call: exact, or the nearest names in the refusal.

use tollgate_tools::bind::Tool;

use super::refusal::Refusal;
use crate::gate::Bits;
use crate::registry::Registry;

/// A tool that a name led to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The tool.
    pub(super) tool: &'static Tool,
    /// Where the registry keeps it.
    pub(super) position: usize,
}

/// The tool of exactly this name.
pub(super) fn exact(
    registry: &'static Registry,
    visible: &Bits,
    name: &str,
) -> Result<Found, Refusal> {
    let found = registry
        .position(name)
        .and_then(|position| Some(Found { tool: registry.tools.get(position)?, position }));
    found.ok_or_else(|| unknown(registry, visible, name))
}

/// The refusal of a name that leads nowhere. Only visible tools are proposed: a proposal must not
/// tell of tools that the caller may not use.
pub(super) fn unknown(registry: &'static Registry, visible: &Bits, name: &str) -> Refusal {
    Refusal::UnknownTool {
        name: name.chars().take(NAME_CHARS_SHOWN).collect(),
        nearest: registry.nearest(name, |at| visible.contains(at)),
    }
}

/// Characters of an unknown name that its refusal repeats.
const NAME_CHARS_SHOWN: usize = 100;
