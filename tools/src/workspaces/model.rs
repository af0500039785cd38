//! What the store keeps of a workspace.

/// One workspace, as stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct WorkspaceRecord {
    /// Its id.
    pub id: String,
    /// Its name; no two have the same.
    pub name: String,
    /// When it was made, in milliseconds.
    pub created_at: i64,
}
