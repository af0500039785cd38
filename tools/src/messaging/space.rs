//! `list_spaces`.

use super::model::Space;
use super::{MessagingError, sql};
use crate::call::Call;
use crate::store::{Workspace, rfc3339};
use crate::{Reply, tool};

/// Spaces of a workspace.
#[derive(Debug, Reply)]
pub struct SpaceList {
    /// The spaces, oldest first.
    pub spaces: Vec<SpaceItem>,
    /// How many.
    pub count: usize,
}

/// One space.
#[derive(Debug, Reply)]
pub struct SpaceItem {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The workspace it belongs to.
    pub workspace_id: String,
    /// When it was made.
    pub created_at: String,
}

/// List the spaces of a workspace that are not archived.
///
/// The oldest comes first.
#[tool(does = read, scope = Admin)]
pub async fn list_spaces(
    _call: &Call,
    /// Workspace to look in.
    workspace_id: Workspace,
    /// Most spaces to return.
    #[param(range = 1..=500, default = 50)]
    limit: u32,
) -> Result<SpaceList, MessagingError> {
    let spaces: Vec<Space> = workspace_id.query(&sql::SPACES).bind(limit).all().await?;
    let spaces: Vec<_> = spaces
        .into_iter()
        .map(|space| SpaceItem {
            id: space.id,
            name: space.name,
            workspace_id: workspace_id.id().to_owned(),
            created_at: rfc3339(space.created_at),
        })
        .collect();
    Ok(SpaceList { count: spaces.len(), spaces })
}
