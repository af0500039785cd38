//! Ids of new records.

use std::sync::Mutex;

use uuid::{ContextV7, Timestamp, Uuid};

use crate::port::Clock;

/// Keeps ids of one process in order even within a millisecond.
static ORDER: Mutex<ContextV7> = Mutex::new(ContextV7::new());

/// A new id: a UUID of version 7, so that ids sort by the time they were made.
#[must_use]
pub fn new_id(clock: &dyn Clock) -> String {
    let now = u64::try_from(clock.now_ms()).unwrap_or(0);
    let nanoseconds = u32::try_from(now % 1_000).unwrap_or(0) * 1_000_000;
    Uuid::new_v7(Timestamp::from_unix(&ORDER, now / 1_000, nanoseconds)).to_string()
}
