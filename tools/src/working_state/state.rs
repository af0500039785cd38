//! `working_state_get`: everything that an agent has kept.

use super::handoff::HandoffStatus;
use super::model::{EntryRecord, HandoffRecord, HistoryRecord};
use super::{HISTORY_BYTES_MAX, WorkingStateError, sql};
use crate::call::Call;
use crate::store::{ActingAgent, StoreError, rfc3339};
use crate::{Reply, tool};

/// The whole state of an agent.
#[derive(Debug, Reply)]
pub struct WorkingState {
    /// How many writes there have been.
    pub version: i64,
    /// The values that are set, by key.
    pub states: Vec<Entry>,
    /// The hand-off; absent when none was left yet.
    pub handoff: Option<Handoff>,
    /// What was replaced or retired, the newest first.
    pub history: Vec<Ended>,
    /// Whether there is older history than is shown.
    pub older_history: bool,
}

/// A value that is set.
#[derive(Debug, Reply)]
pub struct Entry {
    /// Its key.
    pub key: String,
    /// The value.
    pub value: String,
    /// Why it is so.
    pub reason: String,
    /// The version of the state that set it.
    pub version: i64,
    /// When it was set.
    pub set_at: String,
    /// When it expires; absent when it does not.
    pub expires_at: Option<String>,
    /// Whether its time is over. It is shown all the same.
    pub expired: bool,
}

/// The hand-off of the run before.
#[derive(Debug, Reply)]
pub struct Handoff {
    /// What the next wake-up must know.
    pub note: String,
    /// How the work stands; absent in a plain note.
    pub status: Option<HandoffStatus>,
    /// What to do first.
    pub next_steps: Option<String>,
    /// What shows that it is done.
    pub evidence: Option<String>,
    /// What stands in the way.
    pub blocker: Option<String>,
    /// The version of the state that left it.
    pub version: i64,
    /// When it was left.
    pub set_at: String,
}

/// A value, or a hand-off, that no longer holds.
#[derive(Debug, Reply)]
pub struct Ended {
    /// The version of the state that ended it.
    pub version: i64,
    /// The key; absent for a hand-off.
    pub key: Option<String>,
    /// The value, or the note of a hand-off.
    pub value: String,
    /// Why it was so; absent for a hand-off.
    pub reason: Option<String>,
    /// How the work stood; only of a structured hand-off.
    pub status: Option<HandoffStatus>,
    /// What was to be done; only of a structured hand-off.
    pub next_steps: Option<String>,
    /// What showed that it was done; only of a structured hand-off.
    pub evidence: Option<String>,
    /// What stood in the way; only of a structured hand-off.
    pub blocker: Option<String>,
    /// When it was set.
    pub set_at: String,
    /// When it ended.
    pub ended_at: String,
    /// Why it was replaced or retired; absent for a hand-off.
    pub because: Option<String>,
}

/// Read your own state: keys, last hand-off, history.
///
/// All of it is as of one moment. An expired value is shown with `expired`. The newest 100
/// replaced or retired values are kept; one answer shows at most 131,072 bytes of them, and says
/// with `older_history` when there are more than it shows.
#[tool(does = read, scope = MemoryRead, audience = process_agent)]
pub async fn working_state_get(
    call: &Call,
    /// Past values to show.
    #[param(range = 1..=100, default = 20)]
    history_limit: u32,
) -> Result<WorkingState, WorkingStateError> {
    let agent = ActingAgent::of(call).await?;
    let mut snapshot = agent.workspace.snapshot().await?;
    let counted: Option<(i64,)> = snapshot.query(&sql::VERSION).bind(agent.id).first().await?;
    let mut entries: Vec<EntryRecord> = snapshot.query(&sql::ENTRIES).bind(agent.id).all().await?;
    let handoff: Option<HandoffRecord> =
        snapshot.query(&sql::HANDOFF).bind(agent.id).first().await?;
    // One more than wanted tells whether there are more.
    let history: Vec<HistoryRecord> =
        snapshot.query(&sql::HISTORY).bind(agent.id).bind(history_limit + 1).all().await?;
    snapshot.commit().await?;

    // Here and not in SQL: stores sort by the rules of their own languages.
    entries.sort_by(|one, other| one.entry_key.cmp(&other.entry_key));
    let now_ms = call.now_ms();
    let found = history.len();
    let history = shown(history, history_limit as usize)?;
    Ok(WorkingState {
        version: counted.map_or(0, |(version,)| version),
        states: entries.into_iter().map(|entry| Entry::at(entry, now_ms)).collect(),
        handoff: handoff.map(Handoff::of).transpose()?,
        older_history: history.len() < found,
        history,
    })
}

/// The newest ones that fit into the answer.
fn shown(records: Vec<HistoryRecord>, limit: usize) -> Result<Vec<Ended>, StoreError> {
    let mut shown = Vec::new();
    let mut bytes = "[]".len();
    for record in records.into_iter().take(limit) {
        let ended = Ended::of(record)?;
        let json = serde_json::to_vec(&ended)
            .map_err(|_| StoreError::unreadable("the history of a working state"))?;
        bytes += json.len() + ",".len();
        if bytes > HISTORY_BYTES_MAX {
            break;
        }
        shown.push(ended);
    }
    Ok(shown)
}

fn status(word: Option<String>) -> Result<Option<HandoffStatus>, StoreError> {
    word.as_deref().map(HandoffStatus::of_word).transpose()
}

impl Entry {
    fn at(record: EntryRecord, now_ms: i64) -> Self {
        Self {
            expired: record.is_expired(now_ms),
            key: record.entry_key,
            value: record.value,
            reason: record.reason,
            version: record.version,
            set_at: rfc3339(record.set_at),
            expires_at: record.expires_at.map(rfc3339),
        }
    }
}

impl Handoff {
    fn of(record: HandoffRecord) -> Result<Self, StoreError> {
        Ok(Self {
            note: record.note,
            status: status(record.status)?,
            next_steps: record.next_steps,
            evidence: record.evidence,
            blocker: record.blocker,
            version: record.version,
            set_at: rfc3339(record.set_at),
        })
    }
}

impl Ended {
    fn of(record: HistoryRecord) -> Result<Self, StoreError> {
        Ok(Self {
            version: record.version,
            key: record.entry_key,
            value: record.value,
            reason: record.reason,
            status: status(record.status)?,
            next_steps: record.next_steps,
            evidence: record.evidence,
            blocker: record.blocker,
            set_at: rfc3339(record.set_at),
            ended_at: rfc3339(record.ended_at),
            because: record.because,
        })
    }
}
