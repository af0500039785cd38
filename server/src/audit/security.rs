//! One line of the security audit: what happened to the server's own security, beside its calls.
//!
//! Must not: hold a key, a token, or what stands in a settings file; whoever tells an event leaves
//! them out.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Kept;

/// The name of the file in the home.
pub const FILE_NAME: &str = "security_audit.jsonl";

/// Characters of a reason that are kept: a line has to stay short enough to be read again.
const REASON_CHARS_MAX: usize = 2_000;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A settings file can no longer be used, and what it governs is closed.
    SettingsUnusable {
        /// The file, from the home on.
        file: &'a str,
        /// The agent that it governs alone.
        agent_id: Option<&'a str>,
        /// Where it is wrong and what kind of wrong that is, without what stands there.
        reason: &'a str,
    },
    /// A settings file can be used again.
    SettingsUsable {
        /// The file, from the home on.
        file: &'a str,
        /// The agent that it governs alone.
        agent_id: Option<&'a str>,
    },
    /// A process claimed to be somebody and did not prove it; it was not started.
    IdentityRefused {
        /// The agent that it claimed to be.
        agent_id: Option<&'a str>,
        /// Why, in one word.
        class: &'a str,
        /// The id of the key that it showed, if its secret was right.
        key_id: Option<&'a str>,
    },
    /// An HTTP client showed a key or token that lets nobody in.
    BearerRefused(BearerRefused<'a>),
}

/// A key or token that lets nobody in, and as much of whose it is as was proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BearerRefused<'a> {
    /// Why, in one word.
    pub class: &'a str,
    /// The agent of a token that the home signed.
    pub agent_id: Option<&'a str>,
    /// The id of a key whose secret was right.
    pub key_id: Option<&'a str>,
    /// The authorization server that signed a token.
    pub issuer: Option<&'a str>,
    /// For whom it did.
    pub subject: Option<&'a str>,
    /// Refusals of this class since the last line of it that have no line of their own.
    pub left_out: u64,
}

/// How much an operator should care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Good to know.
    Info,
    /// Somebody should look.
    Warning,
    /// Somebody should look now.
    Critical,
}

impl Severity {
    /// Every severity.
    pub const ALL: &'static [Self] = &[Self::Info, Self::Warning, Self::Critical];

    /// The word of it in a line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Critical => "critical",
        }
    }
}

/// A line as it is written.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    timestamp: Timestamp,
    event_type: &'static str,
    agent_id: Option<&'a str>,
    severity: Severity,
    session: &'a str,
    details: Details<'a>,
}

#[derive(Default, Serialize)]
struct Details<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issuer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u64>,
}

impl<'a> Event<'a> {
    /// Its line, at this moment.
    pub(super) fn line(&self, session: &'a str) -> Line<'a> {
        let none = Details::default();
        let (event_type, severity, agent_id, details) = match *self {
            Self::SettingsUnusable { file, agent_id, reason } => {
                let end = reason.char_indices().nth(REASON_CHARS_MAX);
                let reason = end.map_or(reason, |(end, _)| &reason[..end]);
                let details = Details { file: Some(file), reason: Some(reason), ..none };
                ("settings_unusable", Severity::Critical, agent_id, details)
            }
            Self::SettingsUsable { file, agent_id } => {
                let details = Details { file: Some(file), ..none };
                ("settings_usable", Severity::Info, agent_id, details)
            }
            Self::IdentityRefused { agent_id, class, key_id } => {
                let details = Details { class: Some(class), key_id, ..none };
                ("identity_refused", Severity::Warning, agent_id, details)
            }
            Self::BearerRefused(refused) => {
                let BearerRefused { class, agent_id, key_id, issuer, subject, left_out } = refused;
                let left_out = Some(left_out).filter(|count| *count > 0);
                let (class, none) = (Some(class), Details { left_out, ..none });
                let details = Details { class, key_id, issuer, subject, ..none };
                ("bearer_refused", Severity::Warning, agent_id, details)
            }
        };
        Line { timestamp: Timestamp::now(), event_type, agent_id, severity, session, details }
    }
}

/// A line as it is read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRecord {
    /// When it happened.
    pub timestamp: Timestamp,
    /// What happened, in one word.
    pub event_type: String,
    /// The agent that it is about.
    pub agent_id: Option<String>,
    /// How much an operator should care.
    pub severity: Severity,
    /// The process that wrote the line, as in the audit of calls.
    pub session: String,
    /// What else is known.
    pub details: serde_json::Map<String, serde_json::Value>,
}

/// Which events are wanted: those that everything given here fits.
#[derive(Clone, Debug, Default)]
pub struct EventFilter {
    /// What happened.
    pub event: Option<String>,
    /// The agent.
    pub agent: Option<String>,
    /// The severity.
    pub severity: Option<Severity>,
    /// The session.
    pub session: Option<String>,
    /// Not before this.
    pub since: Option<Timestamp>,
    /// Before this.
    pub until: Option<Timestamp>,
}

impl Kept for EventRecord {
    type Filter = EventFilter;

    const FILE_NAME: &'static str = FILE_NAME;

    fn fits(&self, filter: &EventFilter) -> bool {
        let is = |wanted: &Option<String>, value: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| value == Some(wanted))
        };
        is(&filter.event, Some(&self.event_type))
            && is(&filter.agent, self.agent_id.as_deref())
            && is(&filter.session, Some(&self.session))
            && filter.severity.is_none_or(|severity| severity == self.severity)
            && filter.since.is_none_or(|since| self.timestamp >= since)
            && filter.until.is_none_or(|until| self.timestamp < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_severity_is_written_as_its_word() {
        for severity in Severity::ALL {
            let json = serde_json::to_string(severity).unwrap();
            assert_eq!(json, format!("\"{}\"", severity.word()));
        }
    }

    #[test]
    fn a_reason_is_cut_at_its_limit() {
        let kept = |chars: usize| {
            let reason = "\u{1F40C}".repeat(chars);
            let event = Event::SettingsUnusable { file: "f", agent_id: None, reason: &reason };
            event.line("s").details.reason.unwrap().chars().count()
        };
        assert_eq!(kept(REASON_CHARS_MAX), REASON_CHARS_MAX);
        assert_eq!(kept(REASON_CHARS_MAX + 1), REASON_CHARS_MAX);
    }
}
