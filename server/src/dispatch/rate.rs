//! How often a caller may call: reads and writes each have a bucket that fills by the minute.
//!
//! The class of a tool is what its declaration `does`. The person who owns the home is not
//! counted. Must not: wait; a call that is too early is told when to come again.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwapOption;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tollgate_tools::call::Caller;
use tollgate_tools::decl::{Does, ToolDecl};

use super::refusal::Refusal;
use crate::gate::{RateLimits, Standpoint};

/// The buckets of one caller, made when it first calls.
#[derive(Debug, Default)]
pub(crate) struct Rates(ArcSwapOption<Buckets>);

#[derive(Debug)]
struct Buckets {
    limits: RateLimits,
    reads: DefaultDirectRateLimiter,
    writes: DefaultDirectRateLimiter,
    clock: DefaultClock,
}

impl Rates {
    /// Takes one call of this tool out of its caller's bucket.
    pub(super) fn take(&self, decl: &'static ToolDecl, at: &Standpoint) -> Result<(), Refusal> {
        match at.caller() {
            Caller::Operator => Ok(()),
            Caller::Agent { .. } | Caller::Key { .. } | Caller::Subject { .. } => {
                self.buckets(at.rate()).take(decl)
            }
        }
    }

    /// Other limits mean new buckets, which are full.
    fn buckets(&self, limits: RateLimits) -> Arc<Buckets> {
        match self.0.load_full() {
            Some(buckets) if buckets.limits == limits => buckets,
            _ => {
                let buckets = Arc::new(Buckets::new(limits));
                self.0.store(Some(Arc::clone(&buckets)));
                buckets
            }
        }
    }
}

impl Buckets {
    fn new(limits: RateLimits) -> Self {
        let bucket = |per_minute: NonZeroU32| RateLimiter::direct(Quota::per_minute(per_minute));
        Self {
            limits,
            reads: bucket(limits.reads_per_minute),
            writes: bucket(limits.writes_per_minute),
            clock: DefaultClock::default(),
        }
    }

    fn take(&self, decl: &'static ToolDecl) -> Result<(), Refusal> {
        let (bucket, class, per_minute) = match decl.does {
            Does::Read => (&self.reads, "reads", self.limits.reads_per_minute),
            Does::Write | Does::Destroy => (&self.writes, "writes", self.limits.writes_per_minute),
        };
        bucket.check().map_err(|early| {
            let wait = early.wait_time_from(self.clock.now());
            Refusal::TooOften { tool: decl.name, class, per_minute, wait_s: whole_seconds(wait) }
        })
    }
}

/// Rounded up: whoever waits as long as it is told gets through.
const fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + (wait.subsec_nanos() > 0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    static READ: ToolDecl = ToolDecl { name: "read", does: Does::Read, ..ToolDecl::BLANK };
    static WRITE: ToolDecl = ToolDecl { name: "write", does: Does::Write, ..ToolDecl::BLANK };
    static DESTROY: ToolDecl = ToolDecl { name: "destroy", ..ToolDecl::BLANK };

    fn full(buckets: &Buckets, decl: &'static ToolDecl, count: u32) {
        for at in 0..count {
            assert!(buckets.take(decl).is_ok(), "{} {at}", decl.name);
        }
    }

    #[test]
    fn a_bucket_holds_a_minute_and_not_one_call_more() {
        let buckets = Buckets::new(RateLimits::default());
        full(&buckets, &READ, 100);
        let error = buckets.take(&READ).unwrap_err().to_string();
        assert!(error.starts_with("read: more than 100 reads a minute; wait 1 s"), "{error}");
    }

    #[test]
    fn writes_have_a_bucket_of_their_own_and_destroying_is_writing() {
        let buckets = Buckets::new(RateLimits::default());
        full(&buckets, &WRITE, 19);
        full(&buckets, &DESTROY, 1);
        for decl in [&WRITE, &DESTROY] {
            assert!(matches!(buckets.take(decl), Err(Refusal::TooOften { wait_s: 1..=3, .. })));
        }
        full(&buckets, &READ, 100);
    }

    #[test]
    fn a_wait_is_rounded_up() {
        assert_eq!(whole_seconds(Duration::from_millis(1)), 1);
        assert_eq!(whole_seconds(Duration::from_secs(3)), 3);
        assert_eq!(whole_seconds(Duration::ZERO), 0);
    }
}
