//! What the store keeps of an agent.

/// One agent, as stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Agent {
    /// Its id.
    pub id: String,
    /// Its name; no two in a workspace have the same.
    pub name: String,
    /// When it was made, in milliseconds.
    pub created_at: i64,
}
