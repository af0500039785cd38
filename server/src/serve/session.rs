//! The session of one client: what was agreed on, what is running, and what each method does.
//!
//! Must not: know how bytes travel (`transport`) or in which order a call is judged (`dispatch`).

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

use futures_util::future::join_all;
use jsonrpc_core::Error;
use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;
use tollgate_tools::bind::Answer;
use tollgate_tools::call::{Call, Progress};

use super::account::{Account, Seat};
use super::progress::{BEAT, Reporter};
use super::running::{Running, Ticket};
use super::{Client, Server, Setup};
use crate::dispatch::{self, Asked, OnWire, Refusal, Stages};
use crate::gate::Listener;
use crate::transport::{Outbox, Service, Step, Work};
use crate::wire::{self, CallParams, Content, Frame, Id, Message, Request, Version, Wrong};

/// One client's session.
pub(crate) struct Session {
    shared: Arc<Shared>,
}

struct Shared {
    server: Arc<Server>,
    seat: Seat,
    outbox: Arc<dyn Outbox>,
    version: AtomicU8,
    running: Running,
    beats: AtomicBool,
    has_listed: AtomicBool,
    itself: Weak<Self>,
}

/// A call on its way, with everything it needs to end in an answer.
struct OneCall {
    shared: Arc<Shared>,
    asked: Asked,
    call: Call,
    reports: bool,
    ticket: Ticket,
}

impl Session {
    /// A session in which nothing is agreed on yet.
    pub(crate) fn new(server: Arc<Server>, client: Client, outbox: Arc<dyn Outbox>) -> Self {
        let seat = server.seat(&client);
        let shared = Arc::new_cyclic(|itself| Shared {
            server,
            seat,
            outbox,
            version: AtomicU8::new(Version::LATEST as u8),
            running: Running::default(),
            beats: AtomicBool::new(false),
            has_listed: AtomicBool::new(false),
            itself: Weak::clone(itself),
        });
        Self { shared }
    }

    fn batch(&self, items: &[&RawValue]) -> Step {
        if !self.shared.version().traits().has_batches {
            let wrong = Wrong::forbidden(None, "this protocol version has no batches");
            return Step::Answer(told(&wrong));
        }
        let mut answers = Vec::new();
        let mut calls = Vec::new();
        for item in items {
            match self.step(wire::read_item(item), Inside::Batch) {
                Step::Silent => {}
                Step::Answer(frame) => answers.push(frame),
                Step::Work(work) => calls.push(work),
            }
        }
        if calls.is_empty() {
            return Frame::batch(&answers).map_or(Step::Silent, Step::Answer);
        }
        Step::Work(Box::pin(async move {
            answers.extend(join_all(calls).await.into_iter().flatten());
            Frame::batch(&answers)
        }))
    }

    fn step(&self, message: Message<'_>, inside: Inside) -> Step {
        match message {
            Message::Request(request) => self.request(request, inside),
            Message::Notification(said) => {
                self.shared.notified(&said.method, said.params);
                Step::Silent
            }
            Message::Dropped => Step::Silent,
            Message::Wrong(wrong) => Step::Answer(told(&wrong)),
            Message::Batch(items) => self.batch(&items),
        }
    }

    fn request(&self, request: Request<'_>, inside: Inside) -> Step {
        let Request { id, method, params } = request;
        let answer = match (&*method, inside) {
            ("tools/call", _) => match CallParams::read(params) {
                Ok(params) => return self.call(id, params),
                Err(error) => Err(error),
            },
            ("tools/list", _) => self.shared.list(&id, params),
            ("ping", _) => Ok(Frame::result(&id, |out| out.extend_from_slice(b"{}"))),
            ("initialize", Inside::Line) => self.shared.initialize(&id, params),
            ("initialize", Inside::Batch) => {
                let wrong = Wrong::forbidden(Some(id), "`initialize` is never part of a batch");
                return Step::Answer(told(&wrong));
            }
            _ => Err(unknown_method(&method)),
        };
        Step::Answer(answer.unwrap_or_else(|error| Frame::error(Some(&id), &error)))
    }

    fn call(&self, id: Id, params: CallParams) -> Step {
        let CallParams { name, arguments, progress_token } = params;
        let cancel = CancellationToken::new();
        let reporter = progress_token.map(|token| self.shared.reporter(token));
        let reports = reporter.is_some();
        let progress: Arc<dyn Progress> = match &reporter {
            Some(reporter) => Arc::clone(reporter) as Arc<dyn Progress>,
            None => Arc::clone(&self.shared.seat.account.silent) as Arc<dyn Progress>,
        };
        let call = self.shared.seat.account.call.another(cancel.clone(), progress);
        let asked = Asked { name, arguments };
        let ticket = match self.shared.running.start(id, cancel, reporter) {
            Ok(ticket) => ticket,
            Err(full) => {
                let refusal = Refusal::Busy { running: full.running };
                let audit = &self.shared.server.setup.audit;
                dispatch::turned_away(audit, &call, &asked, &refusal);
                return refused(&full.id, &refusal).map_or(Step::Silent, Step::Answer);
            }
        };
        let shared = Arc::clone(&self.shared);
        Step::Work(OneCall { shared, asked, call, reports, ticket }.work())
    }
}

impl Service for Session {
    fn receive(&self, message: &[u8]) -> Step {
        self.step(wire::read(message), Inside::Line)
    }

    fn too_long(&self, bytes_max: usize) -> Frame {
        told(&Wrong::too_long(bytes_max))
    }

    fn close(&self) {
        self.shared.running.cancel_all();
    }
}

impl Shared {
    fn version(&self) -> Version {
        let at = usize::from(self.version.load(Ordering::Relaxed));
        Version::ALL.get(at).copied().unwrap_or(Version::LATEST)
    }

    fn initialize(&self, id: &Id, params: Option<&RawValue>) -> Result<Frame, Error> {
        let asked: wire::Initialize = wire::parse(params)?;
        let version = Version::negotiate(&asked.protocol_version);
        self.version.store(version as u8, Ordering::Relaxed);
        let setup = &self.server.setup;
        let info = wire::ServerInfo { name: setup.name, version: setup.version };
        Ok(Frame::result(id, |out| {
            wire::initialize(out, version, info, setup.instructions, setup.openings.is_live());
        }))
    }

    fn list(&self, id: &Id, params: Option<&RawValue>) -> Result<Frame, Error> {
        if params.is_some() {
            let params: wire::ListParams = wire::parse(params)?;
            if params.cursor.is_some() {
                return Err(Error::invalid_params("Invalid params: unknown `cursor`."));
            }
        }
        // Before the list is read: a change in between is told, never missed.
        if !self.has_listed.swap(true, Ordering::Relaxed) {
            let listener: Weak<Self> = Weak::clone(&self.itself);
            self.seat.view.tell(listener);
        }
        Ok(Frame::shared(id, self.seat.view.list()))
    }

    fn notified(&self, method: &str, params: Option<&RawValue>) {
        if method != "notifications/cancelled" {
            return;
        }
        if let Ok(params) = wire::parse::<wire::Cancelled>(params)
            && let Some(id) = params.id()
        {
            self.running.cancel(&id);
        }
    }

    fn reporter(&self, token: Id) -> Arc<Reporter> {
        Arc::new(Reporter::new(token, self.version(), Arc::clone(&self.outbox)))
    }

    /// From the first call that reports, looks after silent ones for as long as the session lasts.
    fn start_beats(shared: &Arc<Self>) {
        if shared.beats.swap(true, Ordering::Relaxed) {
            return;
        }
        let session = Arc::downgrade(shared);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(BEAT).await;
                let Some(reporters) = Weak::upgrade(&session).map(|it| it.running.reporters())
                else {
                    return;
                };
                let now = Instant::now();
                reporters.iter().for_each(|reporter| reporter.beat(now));
            }
        });
    }
}

impl Listener for Shared {
    fn list_changed(&self) {
        self.outbox.post(wire::list_changed());
    }
}

impl OneCall {
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
                    refused(&entry.id, &refusal)
                }
            }
        })
    }

    /// The answer of a tool. Where structure was promised, one that is too long for it is an error:
    /// clients that check throw away a success without it, and with it what its text says.
    fn answered(&self, id: &Id, answer: &Answer) -> Frame {
        let structured = answer.structured.as_deref().map(RawValue::get);
        let text = answer.text.as_deref().or(structured).unwrap_or_default();
        let version = self.shared.version();
        if structured.is_none() && self.shared.seat.view.promises_structure(&self.asked.name) {
            return Frame::result(id, |out| wire::tool_error(out, text));
        }
        Frame::result(id, |out| wire::tool_result(out, version, Content { text, structured }))
    }

    async fn outcome(&self) -> Result<Answer, Refusal> {
        let Server { places, setup, .. } = &*self.shared.server;
        let Seat { account, view } = &self.shared.seat;
        let Account { credential, rates, .. } = &**account;
        let Setup { audit, openings, .. } = &**setup;
        let stages = Stages { view, credential, openings: &**openings, rates, places, audit };
        dispatch::audited(stages, &self.call, &self.asked).await
    }
}

/// Where a message was found.
#[derive(Clone, Copy)]
enum Inside {
    Line,
    Batch,
}

fn refused(id: &Id, refusal: &Refusal) -> Option<Frame> {
    refusal.log();
    match refusal.on_wire() {
        OnWire::Error(error) => Some(Frame::error(Some(id), &error)),
        OnWire::ToolError(text) => Some(Frame::result(id, |out| wire::tool_error(out, &text))),
        OnWire::Silence => None,
    }
}

fn told(wrong: &Wrong) -> Frame {
    Frame::error(wrong.id.as_ref(), &wrong.error)
}

fn unknown_method(method: &str) -> Error {
    let mut error = Error::method_not_found();
    error.message = format!("Method not found: {}", method.chars().take(100).collect::<String>());
    error
}
