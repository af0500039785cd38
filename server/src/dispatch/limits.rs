//! The time a call may take, and the time it has left when nobody waits for it any more.

use std::future::{Future, pending};
use std::time::Duration;

use tokio::sync::Notify;
use tollgate_tools::bind::{Answer, Failure};
use tollgate_tools::call::Call;
use tollgate_tools::decl::ToolDecl;

use super::refusal::Refusal;

/// What a handler gets to tidy up in, once it was told that nobody waits.
const TIDY_UP: Duration = Duration::from_secs(2);

/// Runs a handler until it answers, asks what this call cannot answer, its time is over, or nobody
/// has been waiting for a while; in all cases but the first it is dropped where it waits.
pub(super) async fn run(
    decl: &'static ToolDecl,
    call: &Call,
    asked: Option<&Notify>,
    handler: impl Future<Output = Result<Answer, Failure>>,
) -> Result<Answer, Refusal> {
    let timeout_ms = decl.limits.timeout_ms;
    // The handler is asked first: one that answers at once never starts a timer.
    tokio::select! {
        biased;
        answer = handler => answer.map_err(|failure| Refusal::of(decl.name, failure)),
        () = until(asked) => Err(Refusal::Unanswered { tool: decl.name }),
        () = after(Duration::from_millis(timeout_ms)) => {
            Err(Refusal::TimedOut { tool: decl.name, timeout_ms })
        }
        () = abandoned(call) => Err(Refusal::Cancelled { tool: decl.name }),
    }
}

/// Never, where a handler waits for the answers to its questions itself.
async fn until(asked: Option<&Notify>) {
    match asked {
        Some(asked) => asked.notified().await,
        None => pending().await,
    }
}

/// Like the timer's own, but made only when it is first waited for.
async fn after(duration: Duration) {
    tokio::time::sleep(duration).await;
}

async fn abandoned(call: &Call) {
    call.cancelled().await;
    tokio::time::sleep(TIDY_UP).await;
}
