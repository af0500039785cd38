//! `tollgate stdio`: one MCP client over standard input and output.
//!
//! The way to the first answer is short on purpose: arguments, settings, who calls, and then the
//! client. The server's store is opened by the first call that needs it.

use std::sync::Arc;

use tollgate_tools::port::Clock;
use tollgate_tools::store::{Store, StoreUrl};

use super::caller::{CallerError, claimed};
use super::command::Stdio;
use super::exit::Exit;
use super::failure::Failure;
use super::operator::{OperatorError, reach};
use crate::audit::{Audit, Event};
use crate::gate::{Catalog, Credential};
use crate::host;
use crate::openings::{FromSettings, Told};
use crate::registry::Registry;
use crate::serve::{self, Client, Listing, Server, Setup};
use crate::settings::live::Live;
use crate::settings::{self, Claims, FILE_NAME, Home, Level, Settings};

pub(super) fn run(arguments: Stdio, registry: &'static Registry) -> Result<Exit, Failure> {
    let narrowing = arguments.narrow.narrowing(&Catalog::new(registry))?;
    let home = Home::locate()?;
    let audit = Audit::in_home(home.path());
    let settings = settings::load(&home).inspect_err(|error| {
        let reason = error.reason();
        audit.tell(&Event::SettingsUnusable { file: FILE_NAME, agent_id: None, reason: &reason });
    })?;
    let settings = settings.settings;
    log_to_stderr(settings.log.level);
    let store = settings.store.url.url(&home)?;
    let ports = host::ports(reach(&settings), home.path());
    let credential = credential(&home, arguments.agent, &store, &*ports.clock);
    let credential = credential.inspect_err(|failure| {
        if let Failure::Caller(error) = failure {
            audit.tell(&error.event());
        }
    })?;
    let told = Told::new(audit.clone(), Catalog::new(registry));
    let live = Live::seen_by(home.clone(), move |snapshot| told.see(snapshot));
    let openings = FromSettings::new(live, Arc::clone(&ports.clock), store.clone());
    openings.look_first(credential.caller()).map_err(OperatorError::Runtime)?;
    let server = Server::new(Setup {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        instructions: None,
        registry,
        openings: Arc::new(openings),
        audit: audit.clone(),
        store: Store::lazy(store),
        ports,
        home: Arc::from(home.path()),
    });
    let client = Client { credential, narrowing };
    let served =
        serve::stdio(server.with_listing(listing(&settings)), client).map_err(Failure::Serve);
    // Calls that still run keep the server; their lines have been gathered all the same.
    audit.finish();
    served.map(|()| Exit::Done)
}

/// Who calls, proven, and by what.
fn credential(
    home: &Home,
    agent: Option<String>,
    store: &StoreUrl,
    clock: &dyn Clock,
) -> Result<Credential, Failure> {
    let claims = Claims::of_process().map_err(CallerError::from)?;
    let claimed = claimed(home, claims, agent, clock)?;
    let task_id = claimed.task_id().map(str::to_owned);
    let (caller, proof) = claimed.caller(store.clone(), clock)?;
    Ok(Credential::new(caller, task_id, proof))
}

/// How much of each tool is listed.
pub(super) const fn listing(settings: &Settings) -> Listing {
    match settings.surface.output_schema {
        true => Listing::WithOutputSchema,
        false => Listing::Short,
    }
}

/// Writes the log to standard error, from this level on.
pub(super) fn log_to_stderr(level: Level) {
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
