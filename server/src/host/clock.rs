//! The time of this machine.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tollgate_tools::port::{Clock, Pending};

/// The system's clock.
#[derive(Clone, Copy, Debug)]
pub struct HostClock;

impl Clock for HostClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock port")]
    fn now_ms(&self) -> i64 {
        let now = SystemTime::now();
        match now.duration_since(UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
            Err(before) => i64::try_from(before.duration().as_millis()).map_or(i64::MIN, |ms| -ms),
        }
    }
    fn sleep(&self, ms: u64) -> Pending<'_, ()> {
        Box::pin(tokio::time::sleep(Duration::from_millis(ms)))
    }
}
