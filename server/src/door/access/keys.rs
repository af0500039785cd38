//! The public keys of an authorization server: fetched when first needed, kept, fetched again.
//!
//! A key that is not among them is looked for at most once a minute, whoever asks. Keys that are
//! known count for a day while the issuer cannot be reached, and then none does.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use arc_swap::ArcSwapOption;
use serde::Deserialize;
use tokio::io::AsyncReadExt as _;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tollgate_tools::port::{Clock, Http, HttpGet};
use url::Url;

use super::key::{self, Key};
use crate::settings::{KeySource, SafeUrl, is_safe};

/// Bytes of a list of keys, or of what an issuer says of itself.
const BYTES_MAX: usize = 256 * 1024;
/// How long one answer may take.
const WITHIN_MS: u64 = 10_000;
/// How old keys are before they are fetched again though nothing is missing.
const FRESH_FOR_MS: i64 = 10 * 60 * 1_000;
/// How often they are fetched at most.
const ASK_EVERY_MS: i64 = 60 * 1_000;
/// The same while none is known at all.
const ASK_FIRST_EVERY_MS: i64 = 5 * 1_000;
/// How old they may become while they cannot be fetched.
const KEPT_FOR_MS: i64 = 24 * 60 * 60 * 1_000;

/// The keys of one issuer.
#[derive(Debug)]
pub(super) struct Keys {
    issuer: String,
    source: KeySource,
    http: Arc<dyn Http>,
    clock: Arc<dyn Clock>,
    known: ArcSwapOption<Set>,
    /// When they were last asked for; held while somebody does.
    asked_at: Arc<Mutex<Option<i64>>>,
    /// Counts the sets that lacked a key which the one before had.
    losses: AtomicI64,
}

/// Keys that were fetched together.
#[derive(Debug)]
struct Set {
    keys: Vec<Key>,
    fetched_at: i64,
}

/// Why there is no such key.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoKey {
    /// The issuer does not have it.
    Unknown,
    /// Nobody can tell.
    Unavailable,
}

impl Keys {
    /// Nothing is fetched yet.
    pub(super) fn new(
        issuer: String,
        source: KeySource,
        http: Arc<dyn Http>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let (known, asked_at) = (ArcSwapOption::empty(), Arc::default());
        Self { issuer, source, http, clock, known, asked_at, losses: AtomicI64::new(0) }
    }

    /// The key of this id that `fits`.
    pub(super) async fn find(
        self: &Arc<Self>,
        id: &str,
        fits: impl Fn(&Key) -> bool,
    ) -> Result<Key, NoKey> {
        let wanted = |key: &Key| key.id == id && fits(key);
        let set = self.usable();
        let found = set.as_ref().and_then(|set| set.keys.iter().find(|key| wanted(key)).cloned());
        if let (Some(key), Some(set)) = (found, &set) {
            if self.clock.now_ms().saturating_sub(set.fetched_at) < FRESH_FOR_MS {
                return Ok(key);
            }
            // One of those who come now looks again; nobody waits for it.
            let Ok(turn) = Arc::clone(&self.asked_at).try_lock_owned() else { return Ok(key) };
            if !self.ask(turn).await {
                return Ok(key);
            }
        } else {
            self.ask(Arc::clone(&self.asked_at).lock_owned().await).await;
        }
        let set = self.usable().ok_or(NoKey::Unavailable)?;
        set.keys.iter().find(|key| wanted(key)).cloned().ok_or(NoKey::Unknown)
    }

    /// Looks again if what is known is no longer fresh.
    pub(super) async fn refresh(self: &Arc<Self>) {
        let Some(set) = self.known.load_full() else { return };
        if self.clock.now_ms().saturating_sub(set.fetched_at) >= FRESH_FOR_MS
            && let Ok(turn) = Arc::clone(&self.asked_at).try_lock_owned()
        {
            self.ask(turn).await;
        }
    }

    /// Whether the issuer still has this very key, as far as is known.
    pub(super) fn has(&self, fingerprint: &str) -> bool {
        let set = self.usable();
        set.is_some_and(|set| set.keys.iter().any(|key| key.fingerprint == fingerprint))
    }

    /// How often a key was gone.
    pub(super) fn losses(&self) -> i64 {
        self.losses.load(Ordering::Acquire)
    }

    fn usable(&self) -> Option<Arc<Set>> {
        let age = |set: &Set| self.clock.now_ms().saturating_sub(set.fetched_at);
        self.known.load_full().filter(|set| age(set) < KEPT_FOR_MS)
    }

    /// Fetches the keys, unless that was tried a moment ago; whether that was done. It is done to
    /// its end even if whoever needed it goes away: nobody can keep keys from being fetched by
    /// asking and hanging up.
    async fn ask(self: &Arc<Self>, mut turn: OwnedMutexGuard<Option<i64>>) -> bool {
        let now_ms = self.clock.now_ms();
        let every_ms = if self.usable().is_some() { ASK_EVERY_MS } else { ASK_FIRST_EVERY_MS };
        if turn.is_some_and(|at| (0..every_ms).contains(&now_ms.saturating_sub(at))) {
            return false;
        }
        *turn = Some(now_ms);
        let keys = Arc::clone(self);
        let fetching = tokio::spawn(async move {
            let _turn = turn;
            match keys.fetch().await {
                Ok(fetched) => {
                    keys.replace(Set { keys: fetched, fetched_at: now_ms });
                    true
                }
                Err(why) => {
                    tracing::warn!(issuer = keys.issuer, why, "its keys cannot be fetched");
                    false
                }
            }
        });
        fetching.await.unwrap_or(false)
    }

    fn replace(&self, set: Set) {
        let before = self.known.load_full();
        let is_loss =
            before.is_some_and(|before| before.keys.iter().any(|key| !set.keys.contains(key)));
        self.known.store(Some(Arc::new(set)));
        if is_loss {
            self.losses.fetch_add(1, Ordering::Release);
        }
    }

    async fn fetch(&self) -> Result<Vec<Key>, String> {
        let json = match &self.source {
            KeySource::File(path) => read(path).await?,
            KeySource::Url(url) => self.get(url.clone()).await?,
            KeySource::Discover => self.get(self.discover().await?).await?,
        };
        let keys = key::read(&json).ok_or("the answer is no list of keys")?;
        if keys.is_empty() {
            Err("none of its keys checks signatures".to_owned())
        } else {
            Ok(keys)
        }
    }

    /// The address of the keys, as the issuer says itself (RFC 8414, OpenID Connect Discovery).
    async fn discover(&self) -> Result<Url, String> {
        let mut last = String::new();
        for url in places(&self.issuer) {
            let said = match self.get(url).await {
                Ok(json) => serde_json::from_slice::<Metadata>(&json),
                Err(why) => {
                    last = why;
                    continue;
                }
            };
            let Metadata { issuer, jwks_uri } = said.map_err(|error| error.to_string())?;
            if issuer != self.issuer {
                return Err("what is said there is of another issuer".to_owned());
            }
            return SafeUrl::parse(&jwks_uri)
                .ok_or_else(|| "its keys are at an address that is not safe".to_owned());
        }
        Err(last)
    }

    async fn get(&self, url: Url) -> Result<Vec<u8>, String> {
        let headers = vec![("accept", "application/json".to_owned())];
        let request = HttpGet { url, headers, bytes_max: BYTES_MAX, timeout_ms: WITHIN_MS };
        let answer = self.http.get(request).await.map_err(|error| error.to_string())?;
        match answer.status {
            200 if is_safe(&answer.url) => Ok(answer.body),
            200 => Err("it was redirected to an address that is not safe".to_owned()),
            status => Err(format!("the answer has the status {status}")),
        }
    }
}

#[derive(Deserialize)]
struct Metadata {
    issuer: String,
    jwks_uri: String,
}

/// Where an issuer may say where its keys are.
fn places(issuer: &str) -> Vec<Url> {
    let Some(base) = SafeUrl::parse(issuer) else { return Vec::new() };
    let path = base.path().trim_end_matches('/').to_owned();
    let at = |path: String| {
        let mut url = base.clone();
        url.set_path(&path);
        url
    };
    let mut places = vec![
        at(format!("/.well-known/oauth-authorization-server{path}")),
        at(format!("/.well-known/openid-configuration{path}")),
    ];
    if !path.is_empty() {
        places.push(at(format!("{path}/.well-known/openid-configuration")));
    }
    places
}

async fn read(path: &Path) -> Result<Vec<u8>, String> {
    let file = tokio::fs::File::open(path).await.map_err(|error| error.to_string())?;
    let mut json = Vec::new();
    let limit = u64::try_from(BYTES_MAX).unwrap_or(u64::MAX);
    file.take(limit + 1).read_to_end(&mut json).await.map_err(|error| error.to_string())?;
    if json.len() > BYTES_MAX {
        return Err(format!("the file is larger than {BYTES_MAX} bytes"));
    }
    Ok(json)
}
