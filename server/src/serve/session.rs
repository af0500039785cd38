//! The session of one client: what was agreed on, what is running, and what each method does.
//!
//! A stateless request agrees on nothing: it is taken as a session of one message, or beside what a
//! session has agreed on, and leaves nothing behind.
//! Must not: know how bytes travel (`transport`) or in which order a call is judged (`dispatch`).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Instant;

use futures_util::future::join_all;
use jsonrpc_core::Error;
use serde_json::value::RawValue;
use tokio_util::sync::CancellationToken;

use super::account::Seat;
use super::agreed::Agreed;
use super::conversation::{self, Stateless};
use super::crowd::Crowd;
use super::listening::Listening;
use super::one_call::OneCall;
use super::progress::BEAT;
use super::rounds::Rounds;
use super::running::Running;
use super::seal::Bound;
use super::{Client, Server};
use crate::gate::Listener;
use crate::transport::{Outbox, Service, Step};
use crate::wire::{
    self, CallParams, Capabilities, Claim, Frame, Id, Message, Method, Notification, Request,
    Round, Version, Wrong,
};

/// Requests of one session that listen for changes at the same time.
const LISTENING_MAX: usize = 16;
/// How long a client may keep a list whose changes it can be told.
const KEPT_LIVE_MS: u32 = 10_000;
/// How long it may keep one that nothing changes while the server runs.
const KEPT_MS: u32 = 3_600_000;

/// One client's session.
pub(crate) struct Session {
    shared: Arc<Shared>,
}

/// What the work of a session shares with it.
pub(super) struct Shared {
    pub(super) server: Arc<Server>,
    pub(super) seat: Seat,
    pub(super) running: Running,
    agreed: Arc<Agreed>,
    outbox: Arc<dyn Outbox>,
    listening: Crowd,
    beats: AtomicBool,
    has_listed: AtomicBool,
    ending: CancellationToken,
    itself: Weak<Self>,
}

/// How one request is served.
#[derive(Clone, Copy)]
pub(super) struct Manner<'a> {
    /// In which version.
    pub(super) version: Version,
    /// Where goes what is said before its answer.
    pub(super) outbox: &'a Arc<dyn Outbox>,
    /// What it claims; `None` if the agreement of the session holds.
    pub(super) claim: Option<&'a Claim<'a>>,
}

/// Where a message was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Line,
    Batch,
}

impl Session {
    /// A session in which nothing is agreed on yet. What is said without being asked goes to its
    /// outbox.
    pub(crate) fn new(server: Arc<Server>, client: Client, outbox: Arc<dyn Outbox>) -> Self {
        Self::agreed(server, client, outbox, Arc::default())
    }

    fn agreed(
        server: Arc<Server>,
        client: Client,
        outbox: Arc<dyn Outbox>,
        agreed: Arc<Agreed>,
    ) -> Self {
        let seat = server.seat(&client);
        let shared = Arc::new_cyclic(|itself| Shared {
            server,
            seat,
            running: Running::default(),
            agreed,
            outbox,
            listening: Crowd::new(LISTENING_MAX),
            beats: AtomicBool::new(false),
            has_listed: AtomicBool::new(false),
            ending: CancellationToken::new(),
            itself: Weak::clone(itself),
        });
        Self { shared }
    }

    /// Takes one message; what its work says before the answer goes to this outbox.
    pub(crate) fn take(&self, message: Message<'_>, outbox: &Arc<dyn Outbox>) -> Step {
        self.step(message, outbox, Inside::Line)
    }

    /// Takes one request that claims its version.
    pub(crate) fn stateless(
        &self,
        request: &Request<'_>,
        claim: &Claim<'_>,
        outbox: &Arc<dyn Outbox>,
    ) -> Step {
        match claim.served() {
            Ok(version) => {
                self.request(request.clone(), Manner { version, outbox, claim: Some(claim) })
            }
            Err(error) => Step::Answer(Frame::error(Some(&request.id), &error)),
        }
    }

    /// The version that its messages speak which claim none.
    pub(crate) fn version(&self) -> Version {
        self.shared.agreed.version()
    }

    /// A session that goes on with what was agreed on, for what its client shows now. What the
    /// other one runs stays with that.
    pub(crate) fn handed_to(
        &self,
        server: Arc<Server>,
        client: Client,
        outbox: Arc<dyn Outbox>,
    ) -> Self {
        Self::agreed(server, client, outbox, Arc::clone(&self.shared.agreed))
    }

    /// Whether it runs anything.
    pub(crate) fn is_busy(&self) -> bool {
        self.shared.running.is_busy()
    }

    /// Takes what is said without wanting an answer.
    pub(crate) fn notified(&self, said: &Notification<'_>) {
        self.shared.notified(&said.method, said.params);
    }

    /// Ends what goes on until the server ends, with the answer that it has for that.
    pub(crate) fn end(&self) {
        self.shared.ending.cancel();
    }

    fn step(&self, message: Message<'_>, outbox: &Arc<dyn Outbox>, inside: Inside) -> Step {
        let request = match message {
            Message::Request(request) => request,
            Message::Notification(said) => {
                self.shared.notified(&said.method, said.params);
                return Step::Silent;
            }
            Message::Response(response) => {
                self.shared.agreed.questions.answered(&response);
                return Step::Silent;
            }
            Message::Dropped => return Step::Silent,
            Message::Wrong(wrong) => return Step::Answer(told(&wrong)),
            Message::Batch(items) => return self.batch(&items, outbox),
        };
        let manner = Manner { version: self.version(), outbox, claim: None };
        match (Claim::of(&request), inside) {
            (Ok(Some(claim)), Inside::Line) => self.stateless(&request, &claim, outbox),
            (Ok(Some(_)), Inside::Batch) => {
                forbidden(request.id, "a request that claims its version is never part of a batch")
            }
            (Ok(None), Inside::Batch) if request.method == "initialize" => {
                forbidden(request.id, "`initialize` is never part of a batch")
            }
            (Ok(None), _) => self.request(request, manner),
            (Err(error), _) => Step::Answer(Frame::error(Some(&request.id), &error)),
        }
    }

    fn batch(&self, items: &[&RawValue], outbox: &Arc<dyn Outbox>) -> Step {
        if !self.version().traits().has_batches {
            let wrong = Wrong::forbidden(None, "this protocol version has no batches");
            return Step::Answer(told(&wrong));
        }
        let mut answers = Vec::new();
        let mut calls = Vec::new();
        for item in items {
            match self.step(wire::read_item(item), outbox, Inside::Batch) {
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

    fn request(&self, request: Request<'_>, manner: Manner<'_>) -> Step {
        let Request { id, method, params } = request;
        let (shared, Manner { version, outbox, .. }) = (&self.shared, manner);
        let answer = match Method::of(version, &method) {
            Some(Method::CallTool) => match CallParams::read(params) {
                Ok(call) => return OneCall::step(shared, id, call, params, manner),
                Err(error) => Err(error),
            },
            Some(Method::Listen) => match wire::parse(params) {
                Ok(params) => return shared.listen(id, params, outbox),
                Err(error) => Err(error),
            },
            Some(Method::ListTools) => shared.list(&id, params, version),
            Some(Method::Discover) => Ok(shared.discover(&id, version)),
            Some(Method::Initialize) => shared.initialize(&id, params),
            Some(Method::SetLogLevel) => shared.set_log_level(&id, params),
            Some(Method::Ping) => Ok(empty(&id)),
            None => Err(unknown_method(&method)),
        };
        Step::Answer(answer.unwrap_or_else(|error| Frame::error(Some(&id), &error)))
    }
}

impl Service for Session {
    fn receive(&self, message: &[u8]) -> Step {
        self.take(wire::read(message), &self.shared.outbox)
    }

    fn too_long(&self, bytes_max: usize) -> Frame {
        told(&Wrong::too_long(bytes_max))
    }

    fn close(&self) {
        self.shared.agreed.questions.close();
        self.shared.running.cancel_all();
    }
}

impl Shared {
    fn initialize(&self, id: &Id, params: Option<&RawValue>) -> Result<Frame, Error> {
        let asked: wire::Initialize = wire::parse(params)?;
        let version = Version::negotiate(&asked.protocol_version);
        let declared = asked.capabilities.as_deref().map(Capabilities::read);
        self.agreed.agree(version, declared.unwrap_or(Capabilities::NONE));
        let setup = &self.server.setup;
        let info = wire::ServerInfo { name: setup.name, version: setup.version };
        Ok(Frame::result(id, |out| {
            wire::initialize(out, version, info, setup.instructions, setup.openings.is_live());
        }))
    }

    fn set_log_level(&self, id: &Id, params: Option<&RawValue>) -> Result<Frame, Error> {
        let params: wire::SetLevel = wire::parse(params)?;
        self.agreed.log_from(params.level()?);
        Ok(empty(id))
    }

    /// How a call of this manner can speak to its client.
    ///
    /// # Errors
    /// `-32602`: what a stateless client brings back is not what it was given for this request.
    pub(super) fn client(
        &self,
        manner: Manner<'_>,
        params: Option<&RawValue>,
        bound: impl FnOnce() -> Bound,
    ) -> Result<conversation::Client, Error> {
        let Some(claim) = manner.claim else {
            return Ok(conversation::Client::Session(Arc::clone(&self.agreed)));
        };
        let rounds = match Round::read(params)? {
            // What a client answers unasked is its own word, as every answer of it is.
            Some(Round { state: None, responses }) => {
                Rounds::with(responses.into_iter().flatten().collect())
            }
            Some(Round { state: Some(state), responses }) => {
                let answers = self.server.reopen(&state, bound(), responses);
                Rounds::with(answers.map_err(|error| Error::invalid_params(error.to_string()))?)
            }
            None => Rounds::default(),
        };
        let Claim { capabilities, log_level, .. } = *claim;
        Ok(conversation::Client::Stateless(Stateless { capabilities, log_level, rounds }))
    }

    fn discover(&self, id: &Id, version: Version) -> Frame {
        let discovered = Arc::clone(&self.server.discovered);
        Frame::shared(id, self.server.opening(version), KEPT_MS, discovered)
    }

    fn list(&self, id: &Id, params: Option<&RawValue>, version: Version) -> Result<Frame, Error> {
        if params.is_some() {
            let params: wire::ListParams = wire::parse(params)?;
            if params.cursor.is_some() {
                return Err(Error::invalid_params("Invalid params: unknown `cursor`."));
            }
        }
        // Before the list is read: a change in between is told, never missed.
        let is_told =
            version.traits().is_stateless || self.has_listed.swap(true, Ordering::Relaxed);
        if !is_told {
            let listener: Weak<Self> = Weak::clone(&self.itself);
            self.seat.view.tell(listener);
        }
        let is_live = self.server.setup.openings.is_live();
        let kept_ms = if is_live { KEPT_LIVE_MS } else { KEPT_MS };
        Ok(Frame::shared(id, self.server.opening(version), kept_ms, self.seat.view.list()))
    }

    /// Tells of changes until the client has enough of it, or the server ends.
    fn listen(self: &Arc<Self>, id: Id, params: wire::Listen, outbox: &Arc<dyn Outbox>) -> Step {
        let place = match self.listening.enter() {
            Ok(place) => place,
            Err(count) => {
                let text = format!("{count} requests listen already; end one of them first");
                return forbidden(id, &text);
            }
        };
        let (shared, outbox) = (Arc::clone(self), Arc::clone(outbox));
        let cancel = CancellationToken::new();
        let ticket = self.running.start(id.clone(), cancel.clone(), None);
        Step::Work(Box::pin(async move {
            let is_live = shared.server.setup.openings.is_live();
            let view = &shared.seat.view;
            let listening = Listening::start(id, params.notifications, is_live, view, outbox);
            tokio::select! {
                () = cancel.cancelled() => {}
                () = shared.ending.cancelled() => {}
            }
            drop(place);
            shared.running.finish(ticket)?;
            Some(wire::unsubscribed(listening.id()))
        }))
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

    /// From the first call that reports, looks after silent ones for as long as the session lasts.
    pub(super) fn start_beats(shared: &Arc<Self>) {
        if shared.beats.swap(true, Ordering::Relaxed) {
            return;
        }
        let session = Arc::downgrade(shared);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(BEAT).await;
                let Some(running) = Weak::upgrade(&session).map(|it| it.running.conversations())
                else {
                    return;
                };
                let now = Instant::now();
                running.iter().for_each(|conversation| conversation.beat(now));
            }
        });
    }
}

impl Listener for Shared {
    fn list_changed(&self) {
        self.outbox.post(wire::list_changed());
    }
}

fn empty(id: &Id) -> Frame {
    Frame::result(id, |out| out.extend_from_slice(b"{}"))
}

fn told(wrong: &Wrong) -> Frame {
    Frame::error(wrong.id.as_ref(), &wrong.error)
}

fn forbidden(id: Id, what: &str) -> Step {
    Step::Answer(told(&Wrong::forbidden(Some(id), what)))
}

fn unknown_method(method: &str) -> Error {
    let mut error = Error::method_not_found();
    error.message = format!("Method not found: {}", method.chars().take(100).collect::<String>());
    error
}
