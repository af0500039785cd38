//! One tool call on its way through a session, with everything it needs to end in an answer.
//!
//! Must not: know in which order a call is judged (`dispatch`).

use std::sync::Arc;

use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;
use tollgate_tools::bind::Answer;
use tollgate_tools::call::{Call, Peer};

use super::account::{Account, Seat};
use super::crowd::Place;
use super::progress::Reporter;
use super::running::Ticket;
use super::session::Shared;
use super::{Server, Setup};
use crate::dispatch::{self, Asked, OnWire, Refusal, Stages};
use crate::transport::{Outbox, Step, Work};
use crate::wire::{self, CallParams, Content, Frame, Id, Opening, Version};

/// The call.
pub(super) struct OneCall {
    shared: Arc<Shared>,
    version: Version,
    asked: Asked,
    call: Call,
    reports: bool,
    ticket: Ticket,
    _place: Place,
}

impl OneCall {
    /// Takes a call, or turns it away because its caller has too many under way.
    pub(super) fn step(
        shared: &Arc<Shared>,
        id: Id,
        params: CallParams,
        version: Version,
        outbox: &Arc<dyn Outbox>,
    ) -> Step {
        let CallParams { name, arguments, progress_token } = params;
        let account = &shared.seat.account;
        let cancel = CancellationToken::new();
        let reporter =
            progress_token.map(|token| Arc::new(Reporter::new(token, version, Arc::clone(outbox))));
        let reports = reporter.is_some();
        let peer: Arc<dyn Peer> = match &reporter {
            Some(reporter) => Arc::clone(reporter) as Arc<dyn Peer>,
            None => Arc::clone(&account.silent) as Arc<dyn Peer>,
        };
        let call = account.call.another(cancel.clone(), peer);
        let asked = Asked { name, arguments };
        let place = match account.usage.calls.enter() {
            Ok(place) => place,
            Err(running) => {
                let refusal = Refusal::Busy { running };
                dispatch::turned_away(&shared.server.setup.audit, &call, &asked, &refusal);
                let answer = refused(&id, shared.server.opening(version), &refusal);
                return answer.map_or(Step::Silent, Step::Answer);
            }
        };
        let ticket = shared.running.start(id, cancel, reporter);
        let shared = Arc::clone(shared);
        let call = Self { shared, version, asked, call, reports, ticket, _place: place };
        Step::Work(call.work())
    }

    fn work(self) -> Work {
        Box::pin(async move {
            if self.reports {
                Shared::start_beats(&self.shared);
            }
            let outcome = self.outcome().await;
            // Not there any more: it was cancelled, and the client was promised silence.
            let entry = self.shared.running.finish(self.ticket)?;
            match outcome {
                Ok(answer) => Some(self.answered(&entry.id, &answer)),
                Err(refusal) => {
                    entry.cancel.cancel();
                    refused(&entry.id, self.shared.server.opening(self.version), &refusal)
                }
            }
        })
    }

    /// The answer of a tool. Where structure was promised, one that is too long for it is an error:
    /// clients that check throw away a success without it, and with it what its text says.
    fn answered(&self, id: &Id, answer: &Answer) -> Frame {
        let structured = answer.structured.as_deref().map(RawValue::get);
        let text = answer.text.as_deref().or(structured).unwrap_or_default();
        let (version, opening) = (self.version, self.shared.server.opening(self.version));
        if structured.is_none() && self.shared.seat.view.promises_structure(&self.asked.name) {
            return Frame::result(id, |out| wire::tool_error(out, opening, text));
        }
        let content = Content { text, structured };
        Frame::result(id, |out| wire::tool_result(out, opening, version, content))
    }

    async fn outcome(&self) -> Result<Answer, Refusal> {
        let Server { places, setup, .. } = &*self.shared.server;
        let Seat { account, view } = &self.shared.seat;
        let Account { credential, usage, .. } = &**account;
        let Setup { audit, openings, .. } = &**setup;
        let (openings, rates) = (&**openings, &usage.rates);
        let stages = Stages { view, credential, openings, rates, places, audit };
        dispatch::audited(stages, &self.call, &self.asked).await
    }
}

fn refused(id: &Id, opening: Opening<'_>, refusal: &Refusal) -> Option<Frame> {
    refusal.log();
    match refusal.on_wire() {
        OnWire::Error(error) => Some(Frame::error(Some(id), &error)),
        OnWire::ToolError(text) => {
            Some(Frame::result(id, |out| wire::tool_error(out, opening, &text)))
        }
        OnWire::Silence => None,
    }
}
