//! `working_state_handoff`: what an agent tells its own next wake-up.

use super::write::Write;
use super::{NOTE_CHARS_MAX, WorkingStateError, part, sql, text};
use crate::call::Call;
use crate::store::ActingAgent;
use crate::{Argument, Reply, tool};

/// How the work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Argument, Reply)]
pub enum HandoffStatus {
    /// Steps are left.
    Continue,
    /// It is done, and there is something that shows it.
    Complete,
    /// Something stands in the way.
    Blocked,
}

/// A hand-off that was left.
#[derive(Debug, Reply)]
pub struct HandoffLeft {
    /// Always true: what is refused is an error and changes nothing.
    pub ok: bool,
    /// The version of the state that this write made.
    pub version: i64,
    /// Whether a note without a status was longer than allowed, and cut.
    pub truncated: bool,
}

/// Leave a note for your next wake-up. With a status it is checked, and over the limit refused
/// whole, never cut. Without one it is cut after 1,200 characters.
///
/// With a status the parts must fit it, and every part that is given must say something:
///
/// - `continue` needs next_steps and takes no blocker.
/// - `complete` needs evidence and takes neither blocker nor next_steps. That it is done is no
///   evidence; a test run, a commit or a link is.
/// - `blocked` needs a blocker that says what exactly stands in the way.
///
/// Note, next_steps, evidence and blocker together have at most `[memory]
/// working_state_handoff_max_bytes` of `config.toml`, 16,384 bytes by default, counted as UTF-8.
/// Beyond that the whole call is refused with the limit and the size: what would be cut could be
/// the very evidence that the next wake-up relies on. The hand-off before it stands then.
///
/// Without a status only a note can be given. Of a longer one the first 1,200 characters are kept,
/// and the answer says `truncated`. The hand-off that is replaced stays in the history.
#[tool(does = write, scope = MemoryWrite, audience = process_agent)]
pub async fn working_state_handoff(
    call: &Call,
    /// What you must know then.
    note: String,
    /// How the work stands.
    status: Option<HandoffStatus>,
    /// For continue: what to do first.
    next_steps: Option<String>,
    /// For complete: what shows it.
    evidence: Option<String>,
    /// For blocked: what is in the way.
    blocker: Option<String>,
) -> Result<HandoffLeft, WorkingStateError> {
    let agent = ActingAgent::of(call).await?;
    let mut note = note;
    text::not_blank("note", &note)?;
    let parts = [next_steps.as_deref(), evidence.as_deref(), blocker.as_deref()];
    let faults = part::faults(status, parts);
    if !faults.is_empty() {
        return Err(WorkingStateError::Handoff { faults });
    }
    let truncated = if status.is_some() {
        let limit = call.ports().settings.handoff_bytes_max().await?;
        let actual = note.len() + parts.into_iter().flatten().map(str::len).sum::<usize>();
        if actual > limit {
            return Err(WorkingStateError::TooLarge { actual, limit });
        }
        false
    } else {
        text::cut(&mut note, NOTE_CHARS_MAX)
    };

    let mut write = Write::begin(call, &agent).await?;
    if let Some(handoff) = write.handoff().await? {
        write.end_handoff(handoff).await?;
    }
    let (version, now_ms) = (write.version(), write.now_ms());
    write
        .query(&sql::SET_HANDOFF)
        .bind(note)
        .bind(status.map(HandoffStatus::word))
        .bind(next_steps)
        .bind(evidence)
        .bind(blocker)
        .bind(version)
        .bind(now_ms)
        .run()
        .await?;
    let version = write.commit().await?;
    Ok(HandoffLeft { ok: true, version, truncated })
}
