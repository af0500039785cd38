//! A server: a registry and what its tools stand on, ready to be served by a transport.
//!
//! Lives here: `Server`, the session of one client, and the view that one caller has.
//! Must not: read bytes (`transport`), know the form of a message (`wire`), run a tool by itself
//! (`dispatch`).

mod progress;
mod running;
mod session;

use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Once};

use tollgate_tools::call::Caller;
use tollgate_tools::port::Ports;
use tollgate_tools::store::Store;

use crate::audit::Audit;
use crate::dispatch::{Places, Rates};
pub use crate::gate::Listing;
use crate::gate::{Catalog, Openings, Standpoint, View};
use crate::registry::Registry;
use crate::transport;
use session::Session;

/// Everything that the sessions of one process share.
#[derive(Debug)]
pub struct Server {
    setup: Setup,
    places: Places,
    rates: Rates,
    view: Arc<View>,
    is_followed: Once,
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
    /// What the settings open and close for this caller.
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

/// Where a caller's openings come from.
pub trait Opens: fmt::Debug + Send + Sync {
    /// What is open for this caller at this moment. Never waits.
    fn now(&self, catalog: &Catalog, caller: &Caller) -> Openings;

    /// Whether that can change while a session lasts.
    fn is_live(&self) -> bool;

    /// From now on calls `changed` whenever something else may be open, until it breaks.
    fn watch(&self, changed: Box<dyn Fn() -> ControlFlow<()> + Send>);
}

/// Openings that stay as they are.
impl Opens for Openings {
    fn now(&self, _catalog: &Catalog, _caller: &Caller) -> Openings {
        self.clone()
    }

    fn is_live(&self) -> bool {
        false
    }

    fn watch(&self, _changed: Box<dyn Fn() -> ControlFlow<()> + Send>) {}
}

impl Server {
    /// A server that has served nobody yet. Nothing is opened, started or rendered.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let view = view(&setup, Listing::Short);
        let places = Places::new(setup.registry);
        Self { setup, places, rates: Rates::default(), view, is_followed: Once::new() }
    }

    /// The same server, listing this much of each tool.
    #[must_use]
    pub fn with_listing(mut self, listing: Listing) -> Self {
        self.view = view(&self.setup, listing);
        self
    }

    /// Follows the caller's settings, from the first time that somebody asks on.
    fn follow(&self) {
        self.is_followed.call_once(|| {
            let (view, setup) = (Arc::downgrade(&self.view), self.setup.clone());
            self.setup.openings.watch(Box::new(move || {
                let Some(view) = view.upgrade() else { return ControlFlow::Break(()) };
                view.move_to(standpoint(&setup, view.catalog()));
                ControlFlow::Continue(())
            }));
        });
    }
}

fn standpoint(setup: &Setup, catalog: &Catalog) -> Standpoint {
    let openings = setup.openings.now(catalog, &setup.caller);
    Standpoint::new(catalog, setup.caller.clone(), &openings)
}

fn view(setup: &Setup, listing: Listing) -> Arc<View> {
    let catalog = Arc::new(Catalog::new(setup.registry));
    let standpoint = standpoint(setup, &catalog);
    Arc::new(View::new(catalog, listing, standpoint))
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
