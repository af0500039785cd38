//! The gates' answer for one call. A caller is refused in the words of the gate that hides the
//! tool from it, unless the operator wants such tools to look as if they did not exist.

use tollgate_tools::decl::{Does, ToolDecl};

use super::Stages;
use super::name::{self, Found};
use super::refusal::Refusal;
use crate::gate::{self, Seen, Standing, View};

/// Lets a call through whose tool is visible to its caller.
///
/// A tool may have been opened in another process a moment ago, and whoever was told so calls at
/// once: nobody is refused without a second look.
pub(super) async fn admit(stages: Stages<'_>, found: Found) -> Result<(), Refusal> {
    let Stages { view, openings, credential, .. } = stages;
    if judge(view, &view.seen(), found).is_ok() {
        return Ok(());
    }
    openings.look_again(credential).await;
    judge(view, &view.seen(), found)
}

/// Sees what a call may have opened to its caller before the answer tells of it.
pub(super) async fn settle(decl: &ToolDecl, stages: Stages<'_>) {
    match decl.does {
        Does::Read => {}
        Does::Write | Does::Destroy => stages.openings.look_again(stages.credential).await,
    }
}

fn judge(view: &View, seen: &Seen, found: Found) -> Result<(), Refusal> {
    let (catalog, at) = (view.catalog(), seen.standpoint());
    match gate::decide(catalog, found.position, at) {
        Standing::Callable => Ok(()),
        Standing::Acquirable { scopes } => {
            Err(Refusal::Scopes { tool: found.tool.decl.name, scopes })
        }
        Standing::Hidden { .. } if at.is_refused_quietly() => {
            Err(name::unknown(catalog.registry(), seen.visible(), found.tool.decl.name))
        }
        Standing::Hidden { by } => Err(Refusal::Gate(by.refusal(found.tool.decl, at))),
    }
}
