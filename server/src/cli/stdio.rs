//! `tollgate stdio`: one MCP client over standard input and output.
//!
//! The way to the first answer is short on purpose: arguments, settings, who calls, and then the
//! client. The server's store is opened by the first call that needs it.

use std::sync::Arc;

use tollgate_tools::store::Store;

use super::caller::{CallerError, claimed};
use super::command::Stdio;
use super::exit::Exit;
use super::failure::Failure;
use super::operator::{OperatorError, reach};
use crate::audit::Audit;
use crate::gate::Catalog;
use crate::host;
use crate::openings::FromSettings;
use crate::registry::Registry;
use crate::serve::{self, Listing, Server, Setup};
use crate::settings::live::Live;
use crate::settings::{self, Claims, Home, Level};

pub(super) fn run(arguments: Stdio, registry: &'static Registry) -> Result<Exit, Failure> {
    let narrowing = arguments.narrow.narrowing(&Catalog::new(registry))?;
    let home = Home::locate()?;
    let settings = settings::load(&home)?.settings;
    log_to_stderr(settings.log.level);
    let listing = match settings.surface.output_schema {
        true => Listing::WithOutputSchema,
        false => Listing::Short,
    };
    let audit = Audit::in_home(home.path());
    let store = settings.store.url.url(&home)?;
    let ports = host::ports(reach(&settings), home.path());
    let claims = Claims::of_process().map_err(CallerError::from)?;
    let claimed = claimed(&home, claims, arguments.agent, &*ports.clock)?;
    let (caller, proof) = claimed.caller(store.clone(), &*ports.clock)?;
    let live = Live::open(home.clone());
    let openings = FromSettings::new(live, Arc::clone(&ports.clock), store.clone(), proof);
    openings.look_first(&caller).map_err(OperatorError::Runtime)?;
    let server = Server::new(Setup {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        instructions: None,
        registry,
        openings: Arc::new(openings.narrowed(narrowing)),
        audit: audit.clone(),
        store: Store::lazy(store),
        ports,
        home: Arc::from(home.path()),
    });
    let served = serve::stdio(server.with_listing(listing), caller).map_err(Failure::Serve);
    // Calls that still run keep the server; their lines have been gathered all the same.
    audit.finish();
    served.map(|()| Exit::Done)
}

fn log_to_stderr(level: Level) {
    let level = match level {
        Level::Error => tracing::Level::ERROR,
        Level::Warn => tracing::Level::WARN,
        Level::Info => tracing::Level::INFO,
        Level::Debug => tracing::Level::DEBUG,
        Level::Trace => tracing::Level::TRACE,
    };
    let log = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(false)
        .with_max_level(level);
    // Whoever embeds the server may have set up a log of its own; that one stays.
    log.try_init().ok();
}
