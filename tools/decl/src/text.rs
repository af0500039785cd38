//! A text of a declaration, kept twice: as written, and escaped for a JSON string.
//!
//! The macro escapes while compiling, so that rendering only copies.

/// A text as its author wrote it, with its JSON form at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text itself.
    pub plain: &'static str,
    /// The text escaped for the inside of a JSON string, without the quotes.
    pub json: &'static str,
}

impl Text {
    /// No text at all.
    pub const EMPTY: Self = Self { plain: "", json: "" };

    /// The size that counts against a description's limit, in bytes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.plain.len()
    }
}
