//! Refusals on their way to the audit and the log: of each class a few a minute, and then how many
//! more.
//!
//! Whoever sends junk without end fills no disk with it, and hides no refusal of another class.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::refused::Refused;
use crate::audit::Audit;

/// Lines of one class in a minute.
const LINES_MAX: u32 = 10;
const MINUTE_MS: i64 = 60_000;

/// Tells an audit.
#[derive(Debug)]
pub(super) struct Told {
    audit: Audit,
    classes: Mutex<HashMap<&'static str, Minute>>,
}

/// What was told of a class in the last minute.
#[derive(Debug)]
struct Minute {
    began_ms: i64,
    lines: u32,
    left_out: u64,
}

impl Told {
    /// Nothing was told yet.
    pub(super) fn new(audit: Audit) -> Self {
        Self { audit, classes: Mutex::default() }
    }

    /// Tells a refusal, unless there were many like it.
    pub(super) fn tell(&self, refused: &Refused, now_ms: i64) {
        let Some(left_out) = self.take(refused.class(), now_ms) else { return };
        if let Some(event) = refused.event(left_out) {
            self.audit.tell(&event);
        }
        if let Refused::Unverifiable { cause } = refused {
            tracing::error!(cause, left_out, "nobody can be let in who is not known");
        }
    }

    /// How many were left out since the last line of this class, if there is room for one.
    fn take(&self, class: &'static str, now_ms: i64) -> Option<u64> {
        let mut classes = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        let minute =
            classes.entry(class).or_insert(Minute { began_ms: now_ms, lines: 0, left_out: 0 });
        if !(0..MINUTE_MS).contains(&now_ms.saturating_sub(minute.began_ms)) {
            (minute.began_ms, minute.lines) = (now_ms, 0);
        }
        if minute.lines >= LINES_MAX {
            minute.left_out += 1;
            return None;
        }
        minute.lines += 1;
        Some(std::mem::take(&mut minute.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_has_a_few_lines_a_minute_and_then_the_number_of_the_others() {
        let told = Told::new(Audit::none());
        let lines = |at: std::ops::Range<i64>| at.filter_map(|ms| told.take("junk", ms)).count();
        assert_eq!(lines(0..50_000), LINES_MAX as usize);
        assert_eq!(told.take("junk", MINUTE_MS - 1), None);
        assert_eq!(told.take("junk", MINUTE_MS), Some(50_001 - u64::from(LINES_MAX)));
        assert_eq!(told.take("junk", MINUTE_MS), Some(0));
    }

    #[test]
    fn a_flood_of_one_class_hides_no_other() {
        let told = Told::new(Audit::none());
        (0..1_000).for_each(|_| assert!(told.take("junk", 0).unwrap_or(0) == 0));
        assert_eq!(told.take("key_revoked", 0), Some(0));
    }

    #[test]
    fn a_clock_that_is_set_back_silences_nobody() {
        let told = Told::new(Audit::none());
        (0..LINES_MAX).for_each(|_| assert!(told.take("junk", 1_000_000).is_some()));
        assert_eq!(told.take("junk", 1_000_000), None);
        assert_eq!(told.take("junk", 0), Some(1));
    }
}
