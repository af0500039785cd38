//! No change without a trail: a call that changes something waits until it can be written down.

use tollgate_tools::decl::{Does, ToolDecl};

use super::refusal::Refusal;
use crate::audit::Audit;

/// Refuses what changes something while the audit cannot be written.
pub(super) fn check(decl: &ToolDecl, audit: &Audit) -> Result<(), Refusal> {
    match decl.does {
        Does::Read => Ok(()),
        Does::Write | Does::Destroy => audit.check().map_err(Refusal::Unaudited),
    }
}
