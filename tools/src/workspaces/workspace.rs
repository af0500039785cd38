//! `list_workspaces`.

use super::model::WorkspaceRecord;
use super::{WorkspacesError, sql};
use crate::call::Call;
use crate::store::rfc3339;
use crate::{Reply, tool};

/// Every workspace.
#[derive(Debug, Reply)]
pub struct WorkspaceList {
    /// The workspaces, oldest first.
    pub workspaces: Vec<WorkspaceItem>,
    /// How many.
    pub count: usize,
}

/// One workspace.
#[derive(Debug, Reply)]
pub struct WorkspaceItem {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When it was made.
    pub created_at: String,
}

/// List every workspace with its id and name.
///
/// The oldest comes first. Other tools take the id as `workspace_id`; an agent can use only that
/// of the workspace it works in.
#[tool(does = read, scope = Admin)]
pub async fn list_workspaces(call: &Call) -> Result<WorkspaceList, WorkspacesError> {
    let records: Vec<WorkspaceRecord> = call.store().query(&sql::LIST).all().await?;
    let workspaces: Vec<_> = records.into_iter().map(WorkspaceItem::from).collect();
    Ok(WorkspaceList { count: workspaces.len(), workspaces })
}

impl From<WorkspaceRecord> for WorkspaceItem {
    fn from(record: WorkspaceRecord) -> Self {
        let WorkspaceRecord { id, name, created_at } = record;
        Self { id, name, created_at: rfc3339(created_at) }
    }
}
