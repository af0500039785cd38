//! `tollgate serve`: many MCP clients over HTTP.
//!
//! Whoever could be reached by strangers is not started before strangers can be told from friends.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tollgate_tools::keys::{KeyState, admin};
use tollgate_tools::port::{Clock, Ports};
use tollgate_tools::store::{Store, StoreUrl};

use super::caller::CallerError;
use super::command;
use super::exit::Exit;
use super::failure::Failure;
use super::operator::{OperatorError, reach};
use super::stdio::{listing, log_to_stderr};
use super::terminal::Terminal;
use crate::audit::{Audit, Event};
use crate::door::{self, Door};
use crate::gate::Catalog;
use crate::host::{self, HostHttp, Reach};
use crate::identity::IdentityKey;
use crate::openings::{FromSettings, Told};
use crate::registry::Registry;
use crate::serve::{self, Entrance, Limits, Opens, Server, Setup, Web};
use crate::settings::live::Live;
use crate::settings::{self, Claims, FILE_NAME, Home, Settings};

/// Why a server would be open to whoever reaches it.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unguarded {
    /// Nobody could show anything.
    #[error(
        "other machines reach {0}, and nobody could show who they are: make a key with \
         `tollgate key create`, a token with `tollgate agent token`, or set `issuer` below [oauth]"
    )]
    Nobody(SocketAddr),
    /// Whoever shows nothing is taken for the operator.
    #[error(
        "other machines reach {0}, and what they send through a proxy here would be the \
         operator's: turn `loopback_without_key` below [server] off"
    )]
    Everybody(SocketAddr),
    /// One of two files is missing.
    #[error("[server] has `{there}` and no `{missing}`: a certificate and its key come together")]
    Half {
        /// The key of the settings that is there.
        there: &'static str,
        /// The one that is not.
        missing: &'static str,
    },
}

pub(super) fn run(
    arguments: &command::Serve,
    registry: &'static Registry,
    terminal: &mut Terminal<'_>,
) -> Result<Exit, Failure> {
    let home = Home::locate()?;
    let audit = Audit::in_home(home.path());
    let settings = settings::load(&home).inspect_err(|error| {
        let reason = error.reason();
        audit.tell(&Event::SettingsUnusable { file: FILE_NAME, agent_id: None, reason: &reason });
    })?;
    let settings = settings.settings;
    log_to_stderr(settings.log.level);
    if Claims::of_process().map_err(CallerError::from)?.is_agents() {
        return Err(OperatorError::ForAgent { what: "servers" }.into());
    }
    let certificate = certificate(&settings, home.path())?;
    let store = settings.store.url.url(&home)?;
    let ports = host::ports(reach(&settings), home.path());
    let address = arguments.listen.unwrap_or(settings.server.listen.0);
    guard(address, &settings, &home, &store, &*ports.clock)?;
    let listener =
        TcpListener::bind(address).map_err(|source| Failure::Listen { address, source })?;
    let address = listener.local_addr().map_err(|source| Failure::Listen { address, source })?;
    let has_tls = certificate.is_some();
    let house = House { home, audit: audit.clone(), settings, store, ports, registry };
    let (server, door, live) = house.open(door::own_url(address, has_tls));
    let web = Web {
        listener,
        entrance: Entrance::Door(Arc::new(door)),
        live: Some(live),
        certificate,
        limits: limits(&house.settings),
    };
    let ready = |address: SocketAddr| {
        let url = door::own_url(address, has_tls);
        terminal.complain(&format!("tollgate: serving {url}/mcp\n"));
    };
    let served = serve::http(server, web, ready);
    // Calls that were left behind keep the server; their lines have been gathered all the same.
    audit.finish();
    Ok(served.map(|()| Exit::Done)?)
}

/// Everything that a server over HTTP stands on.
struct House {
    home: Home,
    audit: Audit,
    settings: Settings,
    store: StoreUrl,
    ports: Ports,
    registry: &'static Registry,
}

impl House {
    fn open(&self, own_url: String) -> (Server, Door, Live) {
        let told = Told::new(self.audit.clone(), Catalog::new(self.registry));
        let live = Live::seen_by(self.home.clone(), move |snapshot| told.see(snapshot));
        let clock = Arc::clone(&self.ports.clock);
        let openings = FromSettings::new(live.clone(), Arc::clone(&clock), self.store.clone());
        let openings = Arc::new(openings);
        let store = Store::lazy(self.store.clone());
        let home: Arc<Path> = Arc::from(self.home.path());
        let server = Server::new(Setup {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            instructions: None,
            registry: self.registry,
            openings: Arc::clone(&openings) as Arc<dyn Opens>,
            audit: self.audit.clone(),
            store: store.clone(),
            ports: self.ports.clone(),
            home: Arc::clone(&home),
        });
        let door = Door::new(door::Setup {
            live: live.clone(),
            openings,
            store,
            home,
            clock,
            http: Arc::new(HostHttp::new(Reach::Anywhere)),
            audit: self.audit.clone(),
            own_url,
        });
        (server.with_listing(listing(&self.settings)), door, live)
    }
}

/// The files of the certificate, if there is one.
fn certificate(settings: &Settings, home: &Path) -> Result<Option<(PathBuf, PathBuf)>, Unguarded> {
    let (certificate, key) = (&settings.server.tls_certificate, &settings.server.tls_key);
    let half = |there, missing| Err(Unguarded::Half { there, missing });
    match (certificate.is_empty(), key.is_empty()) {
        (true, true) => Ok(None),
        (false, false) => Ok(Some((home.join(certificate), home.join(key)))),
        (false, true) => half("tls_certificate", "tls_key"),
        (true, false) => half("tls_key", "tls_certificate"),
    }
}

/// Lets a server start that other machines reach only if they can show who they are, and have to.
fn guard(
    address: SocketAddr,
    settings: &Settings,
    home: &Home,
    store: &StoreUrl,
    clock: &dyn Clock,
) -> Result<(), Failure> {
    if address.ip().is_loopback() {
        return Ok(());
    }
    if settings.server.loopback_without_key {
        return Err(Unguarded::Everybody(address).into());
    }
    let has_issuer = settings.oauth.issuer.given().is_some();
    let has_tokens = || matches!(IdentityKey::open(home.path()), Ok(Some(_)));
    if has_issuer || has_tokens() || has_keys(store, clock)? {
        return Ok(());
    }
    Err(Unguarded::Nobody(address).into())
}

fn has_keys(store: &StoreUrl, clock: &dyn Clock) -> Result<bool, OperatorError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(OperatorError::Runtime)?;
    let store = Store::lazy(store.clone());
    let keys = runtime.block_on(admin::list(&store))?;
    let now_ms = clock.now_ms();
    Ok(keys.iter().any(|key| key.state(now_ms) == KeyState::Live))
}

fn limits(settings: &Settings) -> Limits {
    let server = &settings.server;
    let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
    let seconds = |seconds: u32| Duration::from_secs(seconds.into());
    Limits {
        connections_max: count(server.connections_max),
        request: seconds(server.request_seconds),
        sessions_max: count(server.sessions_max),
        session_idle: seconds(server.session_idle_seconds),
        streams_max: count(server.streams_max),
        closing: seconds(server.closing_seconds),
    }
}
