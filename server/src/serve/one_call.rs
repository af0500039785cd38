//! One tool call on its way through a session, with everything it needs to end in an answer.
//!
//! Must not: know in which order a call is judged (`dispatch`).

use std::sync::Arc;

use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;
use tollgate_tools::bind::Answer;
use tollgate_tools::call::{Call, Peer};

use super::account::{Account, Seat};
use super::conversation::Conversation;
use super::crowd::Place;
use super::running::Ticket;
use super::seal::Bound;
use super::session::{Manner, Shared};
use super::{Server, Setup};
use crate::dispatch::{self, Asked, OnWire, Refusal, Stages};
use crate::transport::{Step, Work};
use crate::wire::{self, CallParams, Content, Frame, Id, Lack, Opening, Version};

/// The call.
pub(super) struct OneCall {
    shared: Arc<Shared>,
    version: Version,
    asked: Asked,
    call: Call,
    conversation: Arc<Conversation>,
    ticket: Ticket,
    _place: Place,
}

impl OneCall {
    /// Takes a call, or turns it away because its caller has too many under way.
    pub(super) fn step(
        shared: &Arc<Shared>,
        id: Id,
        call: CallParams,
        params: Option<&RawValue>,
        manner: Manner<'_>,
    ) -> Step {
        let CallParams { name, arguments, progress_token } = call;
        let Manner { version, outbox, .. } = manner;
        let account = &shared.seat.account;
        let asked = Asked { name, arguments };
        let client = match shared.client(manner, params, || bound(account, &asked)) {
            Ok(client) => client,
            Err(error) => return Step::Answer(Frame::error(Some(&id), &error)),
        };
        let conversation = Conversation::new(client, version, progress_token, outbox);
        let conversation = Arc::new(conversation);
        let cancel = CancellationToken::new();
        let peer = Arc::clone(&conversation) as Arc<dyn Peer>;
        let call = account.call.another(cancel.clone(), peer);
        let place = match account.usage.calls.enter() {
            Ok(place) => place,
            Err(running) => {
                let refusal = Refusal::Busy { running };
                dispatch::turned_away(&shared.server.setup.audit, &call, &asked, &refusal);
                return busy(&id, shared.server.opening(version), &refusal);
            }
        };
        let ticket = shared.running.start(id, cancel, Some(Arc::clone(&conversation)));
        let shared = Arc::clone(shared);
        let call = Self { shared, version, asked, call, conversation, ticket, _place: place };
        Step::Work(call.work())
    }

    fn work(self) -> Work {
        Box::pin(async move {
            if self.conversation.reports() {
                Shared::start_beats(&self.shared);
            }
            let outcome = self.outcome().await;
            // Not there any more: it was cancelled, and the client was promised silence.
            let entry = self.shared.running.finish(self.ticket)?;
            match outcome {
                Ok(answer) => Some(self.answered(&entry.id, &answer)),
                Err(refusal) => {
                    entry.cancel.cancel();
                    self.refused(&entry.id, &refusal)
                }
            }
        })
    }

    /// The answer of a call that ended without one of its own.
    fn refused(&self, id: &Id, refusal: &Refusal) -> Option<Frame> {
        refusal.log();
        let opening = self.opening();
        let tool_error = |text: &str| Frame::result(id, |out| wire::tool_error(out, opening, text));
        match refusal.on_wire() {
            OnWire::Error(error) => {
                let frame = Frame::error(Some(id), &error);
                Some(match *refusal {
                    Refusal::Scopes { tool, scopes } => frame.for_want_of(Lack { tool, scopes }),
                    _ => frame,
                })
            }
            OnWire::ToolError(text) => Some(tool_error(&text)),
            OnWire::Incapable { capability, .. } if self.version.traits().is_stateless => {
                Some(Frame::error(Some(id), &wire::incapable(capability, &refusal.to_string())))
            }
            OnWire::Incapable { text, .. } => Some(tool_error(&text)),
            OnWire::Unanswered => {
                let bound = bound(&self.shared.seat.account, &self.asked);
                let rounds = self.conversation.rounds()?;
                let asked = self.shared.server.ask(id, opening, bound, rounds);
                Some(asked.unwrap_or_else(|error| tool_error(&error.to_string())))
            }
            OnWire::Silence => None,
        }
    }

    /// The answer of a tool. Where structure was promised, one that is too long for it is an error:
    /// clients that check throw away a success without it, and with it what its text says.
    fn answered(&self, id: &Id, answer: &Answer) -> Frame {
        let structured = answer.structured.as_deref().map(RawValue::get);
        let text = answer.text.as_deref().or(structured).unwrap_or_default();
        let (version, opening) = (self.version, self.opening());
        if structured.is_none() && self.shared.seat.view.promises_structure(&self.asked.name) {
            return Frame::result(id, |out| wire::tool_error(out, opening, text));
        }
        let content = Content { blocks: &answer.blocks, text, structured };
        Frame::result(id, |out| wire::tool_result(out, opening, version, content))
    }

    fn opening(&self) -> Opening<'_> {
        self.shared.server.opening(self.version)
    }

    async fn outcome(&self) -> Result<Answer, Refusal> {
        let Server { places, setup, .. } = &*self.shared.server;
        let Seat { account, view } = &self.shared.seat;
        let Account { credential, usage, .. } = &**account;
        let Setup { audit, openings, .. } = &**setup;
        let (openings, rates) = (&**openings, &usage.rates);
        let asked = self.conversation.asked();
        let stages = Stages { view, credential, openings, rates, places, audit, asked };
        dispatch::audited(stages, &self.call, &self.asked).await
    }
}

/// A caller that has too many calls under way reads it as the result of this one.
fn busy(id: &Id, opening: Opening<'_>, refusal: &Refusal) -> Step {
    refusal.log();
    let text = refusal.to_string();
    Step::Answer(Frame::result(id, |out| wire::tool_error(out, opening, &text)))
}

/// Whose call it is, and of what: what its client brings back is good for no other.
fn bound(account: &Account, asked: &Asked) -> Bound {
    let Asked { name, arguments } = asked;
    Bound::to(&account.credential.principal(), "tools/call", name, arguments.get())
}
