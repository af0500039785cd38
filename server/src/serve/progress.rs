//! Progress of one call, told to a client that asked for it.
//!
//! Numbers grow, as the protocol demands, and a client that gives up on silence hears something
//! even while a handler has nothing to report.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::transport::Outbox;
use crate::wire::{self, Id, Version};

/// How often the running calls are looked at.
pub(super) const BEAT: Duration = Duration::from_secs(5);
/// How long a call may be silent before something is said for it.
const SILENCE_MAX: Duration = Duration::from_secs(9);
/// The longest silence a client ever sees.
const _: () = assert!(BEAT.as_secs() + SILENCE_MAX.as_secs() < 15);

/// Tells one client about one call.
pub(super) struct Reporter {
    token: Id,
    version: Version,
    outbox: Arc<dyn Outbox>,
    state: Mutex<State>,
}

struct State {
    last: Option<f64>,
    total: Option<f64>,
    started: Instant,
    said: Instant,
    is_open: bool,
}

impl Reporter {
    /// Reports under `token` until it is closed.
    pub(super) fn new(token: Id, version: Version, outbox: Arc<dyn Outbox>) -> Self {
        let now = Instant::now();
        let state = State { last: None, total: None, started: now, said: now, is_open: true };
        Self { token, version, outbox, state: Mutex::new(state) }
    }

    /// Says that the call is still running, if nothing was said for a while.
    pub(super) fn beat(&self, now: Instant) {
        let mut state = self.state();
        if now.saturating_duration_since(state.said) >= SILENCE_MAX {
            let elapsed = now.saturating_duration_since(state.started).as_secs();
            let message = format!("still running after {elapsed} s");
            let (done, total) = (nudged(state.last.unwrap_or(0.0)), state.total);
            self.say(&mut state, now, done, total, Some(&message));
        }
    }

    /// Nothing is said from now on.
    pub(super) fn close(&self) {
        self.state().is_open = false;
    }

    fn say(
        &self,
        state: &mut State,
        now: Instant,
        done: f64,
        total: Option<f64>,
        message: Option<&str>,
    ) {
        if !state.is_open || state.last.is_some_and(|last| done <= last) {
            return;
        }
        state.last = Some(done);
        state.total = total;
        state.said = now;
        let progress = wire::Progress { done, total, message };
        self.outbox.send(&wire::progress(&self.token, self.version, progress));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reporter {
    /// Reports that `done` of `total` (if known) is done, unless that is no more than before.
    pub(super) fn report(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        let total = total.filter(|total| total.is_finite());
        if done.is_finite() {
            self.say(&mut self.state(), Instant::now(), done, total, message);
        }
    }
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reporter").field("token", &self.token).finish_non_exhaustive()
    }
}

/// The least bit more, so that the handler's own next report is still more than that.
fn nudged(done: f64) -> f64 {
    const PART: f64 = 1e-9;
    done + done.abs().max(1.0) * PART
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Frame;

    #[derive(Default)]
    struct Heard(Mutex<Vec<String>>);

    impl Outbox for Heard {
        fn send(&self, frame: &Frame) {
            let text = String::from_utf8(frame.pieces().concat()).unwrap();
            let (_, said) = text.split_once("\"progressToken\":1,").unwrap();
            self.0.lock().unwrap().push(said.trim_end_matches('}').to_owned());
        }

        fn post(&self, notice: Frame) {
            self.send(&notice);
        }
    }

    fn reporter() -> (Reporter, Arc<Heard>) {
        let heard = Arc::new(Heard::default());
        let token = Id::read(serde_json::from_str("1").unwrap()).unwrap();
        (Reporter::new(token, Version::LATEST, heard.clone()), heard)
    }

    fn said(heard: &Heard) -> Vec<String> {
        std::mem::take(&mut *heard.0.lock().unwrap())
    }

    #[test]
    fn only_growing_finite_numbers_are_told() {
        let (reporter, heard) = reporter();
        for done in [1.0, 1.0, 0.5, f64::NAN, f64::INFINITY, 2.0] {
            reporter.report(done, Some(f64::NAN), None);
        }
        assert_eq!(said(&heard), ["\"progress\":1", "\"progress\":2"]);
    }

    #[test]
    fn silence_is_broken_and_the_next_report_still_grows() {
        let (reporter, heard) = reporter();
        let start = Instant::now();
        reporter.beat(start + SILENCE_MAX / 2);
        assert_eq!(said(&heard), [""; 0]);
        reporter.report(0.5, Some(1.0), None);
        reporter.beat(Instant::now() + SILENCE_MAX);
        reporter.report(0.5001, Some(1.0), None);
        let said = said(&heard);
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(
            said[1].contains("\"total\":1,\"message\":\"still running after 9 s\""),
            "{said:?}"
        );
    }

    #[test]
    fn a_silent_call_leaves_room_for_its_first_report() {
        let (reporter, heard) = reporter();
        let start = Instant::now();
        for seconds in [10, 15, 20] {
            reporter.beat(start + Duration::from_secs(seconds));
        }
        reporter.report(0.01, None, None);
        let said = said(&heard);
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(said[1].ends_with("\"message\":\"still running after 20 s\""), "{said:?}");
    }

    #[test]
    fn nothing_is_told_after_the_end() {
        let (reporter, heard) = reporter();
        reporter.close();
        reporter.report(1.0, None, None);
        reporter.beat(Instant::now() + SILENCE_MAX);
        assert_eq!(said(&heard), [""; 0]);
    }
}
