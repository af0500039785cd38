//! Everything a call can be refused with, and the one place that gives it a form on the wire.
//!
//! What the caller reads and what the log sees are different things: a caller reads only what it
//! can act on.

use std::num::NonZeroU32;

use jsonrpc_core::{Error, ErrorCode};
use tollgate_tools::bind::{Failure, Faults};
use tollgate_tools::call::Capability;
use tollgate_tools::decl::{Scope, Scopes};

use crate::audit::{Outcome, Unwritable};
use crate::gate::{FORBIDDEN, Form, Refused};

/// The JSON-RPC code of a call that comes too soon after others.
const TOO_OFTEN: i64 = -32029;

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// No tool has that name.
    #[error("Unknown tool: {name}{}", did_you_mean(nearest))]
    UnknownTool {
        /// The name, shortened.
        name: String,
        /// The most similar names.
        nearest: Vec<&'static str>,
    },
    /// A gate hides the tool from this caller.
    #[error("{}", .0.text)]
    Gate(Refused),
    /// The caller's token lacks what its authorization server could give it.
    #[error("{tool} needs a token with the scope {}; this one lacks it", spelled(*.scopes))]
    Scopes {
        /// The tool.
        tool: &'static str,
        /// Every scope that is missing.
        scopes: Scopes,
    },
    /// The caller calls too often.
    #[error("{tool}: more than {per_minute} {class} a minute; wait {wait_s} s")]
    TooOften {
        /// The tool.
        tool: &'static str,
        /// What the calls of its kind are called.
        class: &'static str,
        /// How many of them a minute has.
        per_minute: NonZeroU32,
        /// When there is room for the next one, in seconds from now.
        wait_s: u64,
    },
    /// The call changes something and could not be written down.
    #[error("{0}")]
    Unaudited(#[from] Unwritable),
    /// The arguments do not fit the declaration.
    #[error("{0}")]
    Arguments(Faults),
    /// The handler says no, in words for the caller.
    #[error("{0}")]
    Handler(String),
    /// The handler has to ask what the caller's client cannot answer.
    #[error("{tool} needs a client that {}; connect with one", .capability.does())]
    Incapable {
        /// The tool.
        tool: &'static str,
        /// What the client would have to declare.
        capability: Capability,
    },
    /// The handler has asked what only another call brings the answer to.
    #[error("{tool} waits for an answer of the client")]
    Unanswered {
        /// The tool.
        tool: &'static str,
    },
    /// The handler took longer than its declaration allows.
    #[error("{tool} was stopped after {timeout_ms} ms, which is its limit")]
    TimedOut {
        /// The tool.
        tool: &'static str,
        /// Its limit.
        timeout_ms: u64,
    },
    /// Nobody waits for the answer any more.
    #[error("{tool} was cancelled")]
    Cancelled {
        /// The tool.
        tool: &'static str,
    },
    /// The server runs as many calls as it can keep.
    #[error("{running} calls are running already; wait for one of them to end")]
    Busy {
        /// How many that is.
        running: usize,
    },
    /// The handler met something that is no fault of the caller.
    #[error("internal error in {tool}")]
    Internal {
        /// The tool.
        tool: &'static str,
        /// The cause, for the log.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The handler panicked.
    #[error("internal error in {tool}")]
    Panicked {
        /// The tool, as the caller named it.
        tool: String,
        /// What the panic said, for the log.
        panic: String,
    },
}

/// The form a refusal takes in an answer.
#[derive(Debug, PartialEq)]
pub(crate) enum OnWire {
    /// A JSON-RPC error: the request was wrong, or the server is.
    Error(Error),
    /// A result that says it is an error: the model can read it and try again.
    ToolError(String),
    /// The client lacks what the tool needs of it; how that is told differs.
    Incapable {
        /// What the client would have to declare.
        capability: Capability,
        /// The same, for the model.
        text: String,
    },
    /// The open questions.
    Unanswered,
    /// No answer at all.
    Silence,
}

impl Refusal {
    /// What a handler reported.
    pub(super) fn of(tool: &'static str, failure: Failure) -> Self {
        match failure {
            Failure::Refused(text) => Self::Handler(text),
            Failure::Incapable { capability } => Self::Incapable { tool, capability },
            Failure::Internal { source } => Self::Internal { tool, source },
        }
    }

    /// What a handler's panic amounts to.
    pub(crate) fn panicked(tool: String, panic: &(dyn std::any::Any + Send)) -> Self {
        let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned());
        Self::Panicked { tool, panic: said.unwrap_or_default() }
    }

    /// The form it takes in an answer.
    pub(crate) fn on_wire(&self) -> OnWire {
        match self {
            Self::UnknownTool { .. } => OnWire::Error(Error::invalid_params(self.to_string())),
            Self::TooOften { wait_s, .. } => OnWire::Error(Error {
                code: ErrorCode::from(TOO_OFTEN),
                message: self.to_string(),
                data: Some(serde_json::json!({ "retryAfterSeconds": wait_s })),
            }),
            Self::Scopes { scopes, .. } => OnWire::Error(Error {
                code: ErrorCode::from(FORBIDDEN),
                message: self.to_string(),
                data: Some(serde_json::json!({ "missingScopes": words(*scopes) })),
            }),
            Self::Gate(Refused { form: Form::Error(code), text, .. }) => OnWire::Error(Error {
                code: ErrorCode::from(*code),
                message: text.clone(),
                data: None,
            }),
            Self::Gate(Refused { form: Form::ToolError, text, .. }) => {
                OnWire::ToolError(text.clone())
            }
            Self::Unaudited(_)
            | Self::Arguments(_)
            | Self::Handler(_)
            | Self::TimedOut { .. }
            | Self::Busy { .. } => OnWire::ToolError(self.to_string()),
            Self::Incapable { capability, .. } => {
                OnWire::Incapable { capability: *capability, text: self.to_string() }
            }
            Self::Unanswered { .. } => OnWire::Unanswered,
            Self::Cancelled { .. } => OnWire::Silence,
            Self::Internal { .. } | Self::Panicked { .. } => {
                let mut error = Error::internal_error();
                error.message = self.to_string();
                OnWire::Error(error)
            }
        }
    }

    /// How the call ended, for the audit.
    pub(crate) const fn outcome(&self) -> Outcome {
        match self {
            Self::UnknownTool { .. }
            | Self::Gate(_)
            | Self::Scopes { .. }
            | Self::TooOften { .. }
            | Self::Unaudited(_)
            | Self::Busy { .. } => Outcome::Refused,
            Self::Arguments(_) | Self::Handler(_) | Self::Incapable { .. } => Outcome::ToolError,
            Self::Unanswered { .. } => Outcome::Unanswered,
            Self::TimedOut { .. } => Outcome::TimedOut,
            Self::Cancelled { .. } => Outcome::Cancelled,
            Self::Internal { .. } | Self::Panicked { .. } => Outcome::Internal,
        }
    }

    /// The class of it, for the audit: what said no.
    pub(crate) const fn class(&self) -> &'static str {
        match self {
            Self::UnknownTool { .. } => "unknown_tool",
            Self::Gate(refused) => refused.class,
            Self::Scopes { .. } => "insufficient_scope",
            Self::TooOften { .. } => "rate_limited",
            Self::Unaudited(_) => "audit_unwritable",
            Self::Busy { .. } => "busy",
            Self::Arguments(_) => "invalid_arguments",
            Self::Handler(_) => "tool",
            Self::Incapable { .. } => "client_incapable",
            Self::Unanswered { .. } => "input_required",
            Self::TimedOut { .. } => "timeout",
            Self::Cancelled { .. } => "cancelled",
            Self::Internal { .. } => "internal",
            Self::Panicked { .. } => "panic",
        }
    }

    /// Tells the log what the caller is not told.
    pub(crate) fn log(&self) {
        match self {
            Self::Internal { tool, source } => {
                tracing::error!(tool, cause = chain(source.as_ref()), "a tool failed");
            }
            Self::Panicked { tool, panic } => tracing::error!(tool, panic, "a tool panicked"),
            Self::UnknownTool { .. }
            | Self::Gate(_)
            | Self::Scopes { .. }
            | Self::TooOften { .. }
            | Self::Unaudited(_)
            | Self::Arguments(_)
            | Self::Handler(_)
            | Self::Incapable { .. }
            | Self::Unanswered { .. }
            | Self::TimedOut { .. }
            | Self::Cancelled { .. }
            | Self::Busy { .. } => {
                tracing::debug!(refusal = ?self.to_string(), "a call was refused");
            }
        }
    }
}

fn did_you_mean(nearest: &[&str]) -> String {
    if nearest.is_empty() {
        return String::new();
    }
    format!(" (did you mean {}?)", nearest.join(", "))
}

fn words(scopes: Scopes) -> Vec<&'static str> {
    scopes.iter().map(Scope::wire).collect()
}

fn spelled(scopes: Scopes) -> String {
    words(scopes).join(", ")
}

fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(refusal: &Refusal, code: i64, message: &str) {
        match refusal.on_wire() {
            OnWire::Error(error) => {
                assert_eq!((error.code.code(), &*error.message), (code, message));
            }
            other => panic!("{other:?} is no error"),
        }
    }

    #[test]
    fn an_unknown_tool_is_an_error_of_the_request() {
        let nearest = vec!["send_message", "get_messages"];
        let refusal = Refusal::UnknownTool { name: "send_mesage".to_owned(), nearest };
        let text = "Unknown tool: send_mesage (did you mean send_message, get_messages?)";
        check_error(&refusal, -32602, text);
        let refusal = Refusal::UnknownTool { name: "x".to_owned(), nearest: Vec::new() };
        check_error(&refusal, -32602, "Unknown tool: x");
    }

    #[test]
    fn a_call_too_often_says_when_to_come_again() {
        let per_minute = NonZeroU32::MIN;
        let refusal = Refusal::TooOften { tool: "t", class: "reads", per_minute, wait_s: 7 };
        check_error(&refusal, -32029, "t: more than 1 reads a minute; wait 7 s");
        let OnWire::Error(Error { data: Some(data), .. }) = refusal.on_wire() else {
            panic!("no data");
        };
        assert_eq!(data["retryAfterSeconds"], 7);
    }

    #[test]
    fn a_token_that_is_too_narrow_is_told_every_scope_that_is_missing() {
        let scopes = Scopes::NONE.with(Scope::WikiRead).with(Scope::MemoryRead);
        let refusal = Refusal::Scopes { tool: "t", scopes };
        let text = "t needs a token with the scope memory:read, wiki:read; this one lacks it";
        check_error(&refusal, -32003, text);
        let OnWire::Error(Error { data: Some(data), .. }) = refusal.on_wire() else {
            panic!("no data");
        };
        assert_eq!(data["missingScopes"], serde_json::json!(["memory:read", "wiki:read"]));
    }

    #[test]
    fn a_gate_refuses_in_its_own_form() {
        let refused = |form| Refusal::Gate(Refused { class: "c", form, text: "no".to_owned() });
        check_error(&refused(Form::Error(-32003)), -32003, "no");
        let expected = OnWire::ToolError("no".to_owned());
        assert_eq!(refused(Form::ToolError).on_wire(), expected);
    }

    #[test]
    fn a_cause_stays_in_the_log() {
        let source = "the disk is full".into();
        check_error(&Refusal::Internal { tool: "t", source }, -32603, "internal error in t");
        let panic: Box<dyn std::any::Any + Send> = Box::new("secret");
        let refusal = Refusal::panicked("t".to_owned(), &*panic);
        check_error(&refusal, -32603, "internal error in t");
        assert!(matches!(refusal, Refusal::Panicked { panic, .. } if panic == "secret"));
    }

    #[test]
    fn what_the_model_can_mend_is_a_result() {
        for refusal in [
            Refusal::Handler("no such space".to_owned()),
            Refusal::Arguments(Faults::default()),
            Refusal::TimedOut { tool: "t", timeout_ms: 5 },
            Refusal::Busy { running: 3 },
        ] {
            assert_eq!(refusal.on_wire(), OnWire::ToolError(refusal.to_string()));
        }
    }

    #[test]
    fn a_client_that_cannot_be_asked_is_told_what_it_lacks() {
        let refusal = Refusal::Incapable { tool: "t", capability: Capability::Sampling };
        let OnWire::Incapable { capability, text } = refusal.on_wire() else {
            panic!("{:?}", refusal.on_wire());
        };
        assert_eq!(capability, Capability::Sampling);
        assert!(text.contains("`sampling`"), "{text}");
    }

    #[test]
    fn a_cancelled_call_has_no_answer() {
        assert_eq!(Refusal::Cancelled { tool: "t" }.on_wire(), OnWire::Silence);
    }

    #[test]
    fn every_cause_is_in_the_chain() {
        #[derive(Debug, thiserror::Error)]
        #[error("outer")]
        struct Outer(#[source] std::fmt::Error);
        let text = chain(&Outer(std::fmt::Error));
        assert_eq!(text, format!("outer: {}", std::fmt::Error));
    }
}
