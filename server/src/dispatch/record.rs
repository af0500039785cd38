//! A call from its name to its line in the audit, however it ends.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures_util::future::FutureExt;
use serde_json::value::RawValue;
use tollgate_tools::bind::{Answer, Block};
use tollgate_tools::call::Call;
use tollgate_tools::decl::Does;

use super::refusal::Refusal;
use super::{Asked, Stages};
use crate::audit::{Audit, Entry, Outcome};

/// Passes one call through every stage, and writes down how it ended. A panic ends the call, not
/// the server.
pub(crate) async fn audited(
    stages: Stages<'_>,
    call: &Call,
    asked: &Asked,
) -> Result<Answer, Refusal> {
    let started = Instant::now();
    let judged = AssertUnwindSafe(super::call(stages, call, asked)).catch_unwind().await;
    let outcome =
        judged.unwrap_or_else(|panic| Err(Refusal::panicked(asked.name.clone(), panic.as_ref())));
    let tool = stages.view.catalog().registry().get(&asked.name);
    let is_change = tool.is_some_and(|tool| tool.decl.does != Does::Read);
    let refusal = outcome.as_ref().err();
    stages.audit.record(&Entry {
        caller: call.caller(),
        tool: &asked.name,
        arguments: &asked.arguments,
        outcome: refusal.map_or(Outcome::Ok, Refusal::outcome),
        class: refusal.map(Refusal::class),
        duration: started.elapsed(),
        reply_bytes: outcome.as_ref().map_or(0, bytes),
        is_urgent: is_change || refusal.is_some(),
    });
    outcome
}

/// Writes down a call that was turned away before any stage saw it.
pub(crate) fn turned_away(audit: &Audit, call: &Call, asked: &Asked, refusal: &Refusal) {
    audit.record(&Entry {
        caller: call.caller(),
        tool: &asked.name,
        arguments: &asked.arguments,
        outcome: refusal.outcome(),
        class: Some(refusal.class()),
        duration: Duration::ZERO,
        reply_bytes: 0,
        is_urgent: true,
    });
}

fn bytes(answer: &Answer) -> usize {
    let structured = answer.structured.as_deref().map_or(0, |json: &RawValue| json.get().len());
    let blocks = answer.blocks.iter().map(Block::bytes).sum::<usize>();
    answer.text.as_ref().map_or(0, String::len) + structured + blocks
}
