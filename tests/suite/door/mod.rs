//! The door: whom an `Authorization` header lets in, and what everybody else is told.
//!
//! Lives here: a home with a door, and a clock that a test sets.

mod access;
mod agents;
mod authority;
mod challenge;
mod keys;
mod nobody;
mod rotation;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tollgate::audit::{Audit, EventRecord, SECURITY_FILE_NAME};
use tollgate::door::{Door, Setup, Unauthorized};
use tollgate::gate::Credential;
use tollgate::host::{self, HostClock, HostHttp, Reach};
use tollgate::openings::FromSettings;
use tollgate::port::{Clock, Pending};
use tollgate::registry::REGISTRY;
use tollgate::serve::{self, Server};
use tollgate::settings;
use tollgate::settings::live::Live;
use tollgate::store::{Store, StoreUrl};

use super::session::Home;

/// How long a busy machine may take to see a change.
const SOON: Duration = Duration::from_secs(20);
const FAR: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7));

/// The time of this machine, and as much more as a test says.
#[derive(Debug, Default)]
struct Later(AtomicI64);

impl Later {
    fn by(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::Relaxed);
    }
}

impl Clock for Later {
    fn now_ms(&self) -> i64 {
        HostClock.now_ms() + self.0.load(Ordering::Relaxed)
    }

    fn sleep(&self, _ms: u64) -> Pending<'_, ()> {
        Box::pin(tokio::time::sleep(Duration::from_millis(20)))
    }
}

/// A home with a door, and a server behind it.
struct Place {
    home: Home,
    clock: Arc<Later>,
    audit: Audit,
    door: Arc<Door>,
    server: Arc<Server>,
}

impl Place {
    fn with(config: &str) -> Self {
        let home = Home::new();
        std::fs::write(home.path().join("config.toml"), config).unwrap();
        Self::at(home)
    }

    fn at(home: Home) -> Self {
        let clock = Arc::new(Later::default());
        let port = Arc::clone(&clock) as Arc<dyn Clock>;
        let live = Live::open(settings::Home::at(home.path().to_owned()));
        let url = StoreUrl::in_home(home.path()).unwrap();
        let openings = Arc::new(FromSettings::new(live.clone(), Arc::clone(&port), url.clone()));
        let audit = Audit::in_home(home.path());
        let ports = host::ports(Reach::Public, home.path());
        let server = Server::new(serve::Setup {
            name: "door",
            version: "0",
            instructions: None,
            registry: &REGISTRY,
            openings: Arc::clone(&openings) as Arc<dyn serve::Opens>,
            audit: audit.clone(),
            store: Store::lazy(url.clone()),
            ports,
            home: Arc::from(home.path()),
        });
        let door = Door::new(Setup {
            live,
            openings,
            store: Store::lazy(url),
            home: Arc::from(home.path()),
            clock: port,
            http: Arc::new(HostHttp::new(Reach::Anywhere)),
            audit: audit.clone(),
            own_url: "http://127.0.0.1:9030".to_owned(),
        });
        Self { home, clock, audit, door: Arc::new(door), server: Arc::new(server) }
    }

    /// Whom this lets in, from far away.
    async fn show(&self, token: &str) -> Result<Credential, Unauthorized> {
        self.door.admit(Some(format!("Bearer {token}").as_bytes()), FAR).await
    }

    /// What whoever shows this is told, which never has a part of it.
    #[track_caller]
    fn told(&self, shown: &str, answer: Result<Credential, Unauthorized>) -> Unauthorized {
        let told = answer.expect_err("it lets nobody in");
        let all = format!("{told:?}{}", self.security_audit());
        for part in shown.split('.').filter(|part| part.len() > 12) {
            assert!(!all.contains(part), "{all}");
        }
        told
    }

    fn security_audit(&self) -> String {
        self.audit.finish();
        std::fs::read_to_string(self.home.path().join(SECURITY_FILE_NAME)).unwrap_or_default()
    }

    /// The details of the refusals that were written down.
    fn refusals(&self) -> Vec<Value> {
        let lines = self.security_audit();
        let records = lines.lines().map(|line| serde_json::from_str::<EventRecord>(line).unwrap());
        records
            .filter(|record| record.event_type == "bearer_refused")
            .map(|record| Value::Object(record.details))
            .collect()
    }

    fn write(&self, config: &str) {
        let draft = self.home.path().join("draft");
        std::fs::write(&draft, config).unwrap();
        std::fs::rename(draft, self.home.path().join("config.toml")).unwrap();
    }

    /// Asks until the answer is as it should be.
    async fn until<T: std::fmt::Debug>(
        &self,
        shown: &str,
        is_so: impl Fn(&Result<Credential, Unauthorized>) -> Option<T>,
    ) -> T {
        let until = Instant::now() + SOON;
        loop {
            let answer = self.show(shown).await;
            if let Some(so) = is_so(&answer) {
                return so;
            }
            assert!(Instant::now() < until, "{answer:?}");
            tokio::task::yield_now().await;
        }
    }
}

/// Whoever is let in no more is told this.
fn text(answer: &Result<Credential, Unauthorized>) -> Option<String> {
    answer.as_ref().err().map(|told| told.text.clone())
}
