//! What the store keeps of a canvas.

/// One version of an agent's canvas, as stored.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct CanvasVersion {
    /// Its number, from 1; no two of an agent have the same.
    pub version: i64,
    /// Its title.
    pub title: Option<String>,
    /// The sanitised page; empty when the canvas was cleared.
    pub html: String,
    /// When it was pushed or cleared, in milliseconds.
    pub made_at: i64,
}

impl CanvasVersion {
    /// Whether nothing is shown: a page that shows nothing is never kept.
    #[must_use]
    pub const fn is_cleared(&self) -> bool {
        self.html.is_empty()
    }
}
