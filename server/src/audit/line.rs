//! One line of the audit of calls, as it is written, read again, and looked for.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tollgate_tools::call::Caller;

use super::{Entry, Kept};

/// The name of the file in the home.
pub const FILE_NAME: &str = "tool_calls.jsonl";

/// Bytes that a line usually has.
pub(super) const BYTES_USUAL: usize = 320;

/// Characters of a tool's name that are kept: callers can send any.
const TOOL_CHARS_MAX: usize = 100;

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// With a result.
    Ok,
    /// With an error that the tool or its declaration told the caller.
    ToolError,
    /// Before it began: a stage said no.
    Refused,
    /// With a question, which the client's next call brings the answer to.
    Unanswered,
    /// Because it took too long.
    TimedOut,
    /// Because nobody waited any more.
    Cancelled,
    /// Because something broke that is no fault of the caller.
    Internal,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: &'static [Self] = &[
        Self::Ok,
        Self::ToolError,
        Self::Refused,
        Self::Unanswered,
        Self::TimedOut,
        Self::Cancelled,
        Self::Internal,
    ];

    /// The word of it in a line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ToolError => "tool_error",
            Self::Refused => "refused",
            Self::Unanswered => "unanswered",
            Self::TimedOut => "timed_out",
            Self::Cancelled => "cancelled",
            Self::Internal => "internal",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A line as it is written.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    time: Timestamp,
    session: &'a str,
    caller: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issuer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    workspace_id: Option<&'a str>,
    tool: &'a str,
    outcome: Outcome,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'static str>,
    duration_us: u64,
    arguments_sha256: String,
    arguments_bytes: usize,
    reply_bytes: usize,
}

/// A line as it is read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// When the call ended.
    pub time: Timestamp,
    /// The process, or rather its lines: no two have the same. Lines of old builds have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// What kind of caller: `operator`, `agent`, `key`, `external_key` or `subject`.
    pub caller: String,
    /// The agent's id, whom the key was given to, or who a token is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The authorization server that issued the token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    /// The workspace that the agent works in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workspace_id: Option<String>,
    /// The tool, as the caller named it.
    pub tool: String,
    /// How the call ended.
    pub outcome: Outcome,
    /// What refused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// How long it took, in microseconds.
    pub duration_us: u64,
    /// SHA-256 of the arguments as they were sent, in hexadecimal digits.
    pub arguments_sha256: String,
    /// Bytes of the arguments.
    pub arguments_bytes: usize,
    /// Bytes of the answer's text and structured content.
    pub reply_bytes: usize,
}

impl<'a> Line<'a> {
    pub(super) fn of(entry: &Entry<'a>, session: &'a str) -> Self {
        let (caller, id, workspace_id) = match entry.caller {
            Caller::Operator => ("operator", None, None),
            Caller::Agent { id, workspace_id } => {
                ("agent", Some(id.as_str()), Some(workspace_id.as_str()))
            }
            Caller::Key { client, is_external, .. } => {
                let kind = if *is_external { "external_key" } else { "key" };
                (kind, Some(client.as_str()), None)
            }
            Caller::Subject { subject, .. } => ("subject", Some(subject.as_str()), None),
        };
        let issuer = match entry.caller {
            Caller::Subject { issuer, .. } => Some(issuer.as_str()),
            Caller::Operator | Caller::Agent { .. } | Caller::Key { .. } => None,
        };
        let arguments = entry.arguments.get();
        let end = entry.tool.char_indices().nth(TOOL_CHARS_MAX);
        Self {
            time: Timestamp::now(),
            session,
            caller,
            id,
            issuer,
            workspace_id,
            tool: end.map_or(entry.tool, |(end, _)| &entry.tool[..end]),
            outcome: entry.outcome,
            class: entry.class,
            duration_us: u64::try_from(entry.duration.as_micros()).unwrap_or(u64::MAX),
            arguments_sha256: hexadecimal(&Sha256::digest(arguments.as_bytes())),
            arguments_bytes: arguments.len(),
            reply_bytes: entry.reply_bytes,
        }
    }
}

/// Appends a line with its end.
pub(super) fn write(out: &mut Vec<u8>, line: &impl Serialize) {
    // Text, numbers and a time are always JSON, and a vector takes them.
    let _ = serde_json::to_writer(&mut *out, line);
    out.push(b'\n');
}

/// Which calls are wanted: those that everything given here fits.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The tool's name.
    pub tool: Option<String>,
    /// The agent's id.
    pub agent: Option<String>,
    /// The kind of caller, or whom its key was given to.
    pub caller: Option<String>,
    /// The session.
    pub session: Option<String>,
    /// How the call ended.
    pub outcome: Option<Outcome>,
    /// Not before this.
    pub since: Option<Timestamp>,
    /// Before this.
    pub until: Option<Timestamp>,
}

impl Kept for Record {
    type Filter = Filter;

    const FILE_NAME: &'static str = FILE_NAME;

    fn fits(&self, filter: &Filter) -> bool {
        let is = |wanted: &Option<String>, value: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| value == Some(wanted))
        };
        let id = self.id.as_deref();
        let agent = id.filter(|_| self.caller == "agent");
        is(&filter.tool, Some(&self.tool))
            && is(&filter.agent, agent)
            && (is(&filter.caller, Some(&self.caller)) || is(&filter.caller, id))
            && is(&filter.session, self.session.as_deref())
            && filter.outcome.is_none_or(|outcome| outcome == self.outcome)
            && filter.since.is_none_or(|since| self.time >= since)
            && filter.until.is_none_or(|until| self.time < until)
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_is_written_as_its_word() {
        for outcome in Outcome::ALL {
            let json = serde_json::to_string(outcome).unwrap();
            assert_eq!(json, format!("\"{}\"", outcome.word()));
        }
    }

    #[test]
    fn a_digest_is_sixty_four_digits() {
        let digest = hexadecimal(&Sha256::digest(b"{}"));
        assert_eq!(digest, "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }
}
