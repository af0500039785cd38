//! The time port.

use std::fmt::Debug;

use super::Pending;

/// Tells the time, and lets it pass.
pub trait Clock: Send + Sync + Debug {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    fn now_ms(&self) -> i64;

    /// Waits for so many milliseconds.
    fn sleep(&self, ms: u64) -> Pending<'_, ()>;
}
