//! A server: a registry and what its tools stand on, ready to be served by a transport.
//!
//! Lives here: `Server`, what all sessions of one credential share, and the session of one client.
//! Must not: read bytes (`transport`), know the form of a message (`wire`), run a tool by itself
//! (`dispatch`).

mod account;
mod agreed;
mod connection;
mod conversation;
mod crowd;
mod kept;
mod listening;
mod one_call;
mod progress;
mod questions;
mod rounds;
mod running;
mod seal;
mod session;
mod views;
mod web;

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde_json::value::RawValue;
use tollgate_tools::call::Caller;
use tollgate_tools::port::Ports;
use tollgate_tools::store::Store;

use crate::audit::Audit;
use crate::dispatch::Places;
use crate::gate::Catalog;
pub use crate::gate::{Credential, Listing, Narrowing, Opens, Proof};
use crate::registry::Registry;
use crate::transport;
use crate::wire::{self, Frame, Id, Opening, ServerInfo, Version};
use account::{Accounts, Seat};
pub use connection::{Connection, Inbox};
use rounds::{Answers, Rounds};
use seal::{Bound, Seal, SealError};
use session::Session;
pub use web::{Entrance, Limits, Web, WebError, http};

/// Everything that the sessions of one process share.
#[derive(Debug)]
pub struct Server {
    setup: Arc<Setup>,
    catalog: Arc<Catalog>,
    listing: Listing,
    places: Places,
    accounts: Accounts,
    /// How a result of a stateless version opens.
    complete: Box<[u8]>,
    /// What `server/discover` tells.
    discovered: Arc<Vec<u8>>,
    /// What stateless clients bring back is sealed by it.
    seal: Result<Seal, SealError>,
}

/// What a server is made of.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The name that clients are told.
    pub name: &'static str,
    /// The version that clients are told.
    pub version: &'static str,
    /// What clients may tell their model about the server as a whole.
    pub instructions: Option<&'static str>,
    /// The tools.
    pub registry: &'static Registry,
    /// What is open for each caller.
    pub openings: Arc<dyn Opens>,
    /// Where calls are written down.
    pub audit: Audit,
    /// Where records are kept.
    pub store: Store,
    /// The doors to the world.
    pub ports: Ports,
    /// The folder that holds everything of this installation.
    pub home: Arc<Path>,
}

/// The client of one session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    /// Who it has proven to be, and by what.
    pub credential: Credential,
    /// What it chose not to be shown.
    pub narrowing: Option<Narrowing>,
}

impl From<Credential> for Client {
    fn from(credential: Credential) -> Self {
        Self { credential, narrowing: None }
    }
}

impl From<Caller> for Client {
    fn from(caller: Caller) -> Self {
        Credential::from(caller).into()
    }
}

impl Server {
    /// A server that has served nobody yet. Nothing is opened or started, and no list rendered.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let places = Places::new(setup.registry);
        let catalog = Arc::new(Catalog::new(setup.registry));
        let (listing, accounts) = (Listing::default(), Accounts::default());
        let info = ServerInfo { name: setup.name, version: setup.version };
        let complete = wire::complete(info).into();
        let discovered = wire::discovered(setup.instructions, setup.openings.is_live()).into();
        let setup = Arc::new(setup);
        let seal = Seal::new();
        Self { setup, catalog, listing, places, accounts, complete, discovered, seal }
    }

    /// How the results of this version open.
    fn opening(&self, version: Version) -> Opening<'_> {
        if version.traits().is_stateless { Opening::of(&self.complete) } else { Opening::PLAIN }
    }

    /// The same server, listing this much of each tool.
    #[must_use]
    pub fn with_listing(self, listing: Listing) -> Self {
        Self { listing, ..self }
    }

    /// A place for one session, or one request, of this client. How often it may call is counted
    /// for its principal, whatever it narrows.
    fn seat(&self, client: &Client) -> Seat {
        let Client { credential, narrowing } = client;
        let (setup, catalog) = (&self.setup, &self.catalog);
        self.accounts.seat(setup, catalog, self.listing, credential, narrowing.as_ref())
    }

    /// The answer that asks a stateless client what the conversation left open.
    fn ask(
        &self,
        id: &Id,
        opening: Opening<'_>,
        bound: Bound,
        rounds: &Rounds,
    ) -> Result<Frame, SealError> {
        let seal = self.seal.as_ref().map_err(|error| *error)?;
        let now_ms = self.setup.ports.clock.now_ms();
        let state = seal.seal(bound, rounds.answers(), now_ms)?;
        Ok(wire::input_required(id, opening, &rounds.take_open(), &state))
    }

    /// The answers that a stateless client has given, now and before.
    fn reopen(
        &self,
        state: &str,
        bound: Bound,
        responses: Option<HashMap<String, Box<RawValue>>>,
    ) -> Result<Answers, SealError> {
        let seal = self.seal.as_ref().map_err(|error| *error)?;
        let mut answers = seal.open(state, bound, self.setup.ports.clock.now_ms())?;
        for (key, response) in responses.unwrap_or_default() {
            answers.entry(key).or_insert(response);
        }
        Ok(answers)
    }

    /// Lets go of what was kept for clients that did not come again. Whoever serves many calls
    /// this now and then.
    pub fn tidy(&self) {
        self.accounts.tidy();
    }
}

/// Serves one client over the process's own standard input and output, until the input ends. Who
/// calls is decided by who started the process.
///
/// From then on whatever else prints to standard output reaches standard error: the client sees
/// nothing but protocol.
///
/// # Errors
/// When the pipes cannot be taken over or the input cannot be read. A client that goes away is
/// the normal end.
pub fn stdio(server: Server, client: impl Into<Client>) -> io::Result<()> {
    let client = client.into();
    let server = Arc::new(server);
    let (input, output) = transport::stdio::claim()?;
    transport::stdio::serve_process(input, output, |outbox| Session::new(server, client, outbox))
}
