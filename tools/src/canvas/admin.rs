//! What the operator sees of canvases. Not for tools.

use super::model::CanvasVersion;
use super::sql;
use crate::store::{StoreError, Workspace};

/// Every version that is kept of an agent's canvas, the newest first.
///
/// The HTML is sanitised, and is meant for a frame that grants nothing all the same: `sandbox=""`.
///
/// # Errors
/// When the store fails.
pub async fn versions(
    workspace: &Workspace,
    agent_id: &str,
) -> Result<Vec<CanvasVersion>, StoreError> {
    workspace.query(&sql::VERSIONS).bind(agent_id).all().await
}
