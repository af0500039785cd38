//! The gates' answer for one call. A caller is refused in the words of the gate that hides the
//! tool from it, unless the operator wants such tools to look as if they did not exist.

use super::name::{self, Found};
use super::refusal::Refusal;
use crate::gate::{self, Catalog, Seen, Standing};

/// Lets a call through whose tool is visible to its caller.
pub(super) fn admit(catalog: &Catalog, seen: &Seen, found: Found) -> Result<(), Refusal> {
    let at = seen.standpoint();
    match gate::decide(catalog, found.position, at) {
        Standing::Callable => Ok(()),
        Standing::Hidden { .. } if at.is_refused_quietly() => {
            Err(name::unknown(catalog.registry(), seen.visible(), found.tool.decl.name))
        }
        Standing::Hidden { by } => Err(Refusal::Gate(by.refusal(found.tool.decl, at))),
    }
}
