//! A server: a registry and what its tools stand on, ready to be served by a transport.
//!
//! Lives here: `Server`, the session of one client, and the surface that `tools/list` shows.
//! Must not: read bytes (`transport`), know the form of a message (`wire`), run a tool by itself
//! (`dispatch`).

mod progress;
mod running;
mod session;
mod surface;

use std::io;
use std::path::Path;
use std::sync::Arc;

use tollgate_tools::call::Caller;
use tollgate_tools::port::Ports;
use tollgate_tools::store::Store;

use crate::dispatch::Places;
use crate::registry::Registry;
use crate::transport;
use session::Session;
use surface::Surface;

/// Everything that the sessions of one process share.
#[derive(Debug)]
pub struct Server {
    setup: Setup,
    places: Places,
    surface: Surface,
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
    /// Who calls; on stdio that is decided by who started the process.
    pub caller: Caller,
    /// Where records are kept.
    pub store: Store,
    /// The doors to the world.
    pub ports: Ports,
    /// The folder that holds everything of this installation.
    pub home: Arc<Path>,
}

/// How much of a tool `tools/list` shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listing {
    /// What a model reads and a client must know.
    #[default]
    Short,
    /// The schema of the reply as well, for clients that check replies.
    WithOutputSchema,
}

impl Server {
    /// A server that has served nobody yet. Nothing is opened, started or rendered.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let surface = Surface::new(setup.registry, Listing::Short);
        let places = Places::new(setup.registry);
        Self { setup, places, surface }
    }

    /// The same server, listing this much of each tool.
    #[must_use]
    pub fn with_listing(mut self, listing: Listing) -> Self {
        self.surface = Surface::new(self.setup.registry, listing);
        self
    }
}

/// Serves one client over the process's own standard input and output, until the input ends.
///
/// From then on whatever else prints to standard output reaches standard error: the client sees
/// nothing but protocol.
///
/// # Errors
/// When the pipes cannot be taken over or the input cannot be read. A client that goes away is
/// the normal end.
pub fn stdio(server: Server) -> io::Result<()> {
    let server = Arc::new(server);
    let (input, output) = transport::stdio::claim()?;
    transport::stdio::serve(input, output, |outbox| Session::new(server, outbox))
}
