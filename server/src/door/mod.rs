//! The door: who calls over HTTP, by an `Authorization` header or by none.
//!
//! Whoever was let in once is known by the SHA-256 of what was shown, until that ends or is to be
//! looked at again; finding out costs one hash, one look into a table and no allocation. What is
//! not known is verified, a bounded number at a time: a key by the store, the token of an agent by
//! the key of the home, any other by the keys of the authorization server that the settings trust.
//! Must not: keep or repeat a key or a token, or judge what somebody may do (`gate` does).

mod access;
mod bearer;
mod known;
mod look;
mod refused;
mod told;
mod trust;
mod turns;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::{ArcSwap, Guard};
use sha2::{Digest as _, Sha256};
use tollgate_tools::call::Caller;
use tollgate_tools::decl::Scopes;
use tollgate_tools::port::{Clock, Http};
use tollgate_tools::store::Store;

use crate::audit::Audit;
use crate::gate::{Credential, Proof};
use crate::openings::FromSettings;
use crate::settings::live::Live;
use known::{Digest, Known, Strangers};
use refused::Refused;
pub use refused::Unauthorized;
use told::Told;
use trust::Trust;
use turns::Turns;

/// How long somebody is let in before the store is asked again: for the last use of a key, and for
/// where its agent works.
const VERIFIED_FOR_MS: i64 = 60_000;
/// How often what is known is looked through.
const TIDY_EVERY_MS: u64 = 10_000;

/// A door.
#[derive(Debug)]
pub struct Door {
    setup: Setup,
    owner: Credential,
    trust: ArcSwap<Trust>,
    /// Held while other settings are taken in.
    changing: Mutex<()>,
    known: Known,
    strangers: Strangers,
    told: Told,
    /// Turns to look at keys, and at tokens: an issuer that is slow holds up no key.
    key_turns: Turns,
    token_turns: Turns,
    /// The losses of keys of the issuer that were taken in.
    losses: AtomicI64,
}

/// What a door stands on.
#[derive(Clone)]
pub struct Setup {
    /// What the files of the home say.
    pub live: Live,
    /// Sees the end of whatever lets somebody in.
    pub openings: Arc<FromSettings>,
    /// Knows keys and agents.
    pub store: Store,
    /// The folder with the key that signs tokens.
    pub home: Arc<Path>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// The way to an authorization server that the operator has named, wherever it is.
    pub http: Arc<dyn Http>,
    /// Is told of refusals.
    pub audit: Audit,
    /// The address of the server where the settings name none, without a path: see [`own_url`].
    pub own_url: String,
}

/// The address of a server that listens there. One that listens everywhere is reached by name.
#[must_use]
pub fn own_url(listens: SocketAddr, has_tls: bool) -> String {
    let scheme = if has_tls { "https" } else { "http" };
    match listens.ip().is_unspecified() {
        true => format!("{scheme}://localhost:{}", listens.port()),
        false => format!("{scheme}://{listens}"),
    }
}

impl Door {
    /// A door through which nobody has come yet. Nothing is fetched or opened; the files of the
    /// home are watched from now on.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        drop(setup.live.changes());
        let trust = Trust::new(setup.live.now(), &setup.own_url, &setup.http, &setup.clock);
        Self {
            owner: Caller::Operator.into(),
            trust: ArcSwap::from_pointee(trust),
            changing: Mutex::default(),
            known: Known::default(),
            strangers: Strangers::default(),
            told: Told::new(setup.audit.clone()),
            key_turns: Turns::default(),
            token_turns: Turns::default(),
            losses: AtomicI64::new(0),
            setup,
        }
    }

    /// Who shows this value of `Authorization`, or none, from this address. Whoever is known is let
    /// in at once.
    ///
    /// # Errors
    /// What the client is told that is not let in.
    pub async fn admit(
        &self,
        authorization: Option<&[u8]>,
        peer: IpAddr,
    ) -> Result<Credential, Unauthorized> {
        match self.at_once(authorization, peer) {
            AtOnce::Answer(answer) => answer,
            AtOnce::Look(shown, digest) => Box::pin(self.look(shown, digest)).await,
        }
    }

    /// Whether a client on this machine that shows nothing is the operator at the moment.
    #[must_use]
    pub fn lets_in_without_proof(&self) -> bool {
        self.trust().loopback_without_key
    }

    /// What somebody is told whose token would need these scopes as well for a tool.
    #[must_use]
    pub fn too_narrow(&self, tool: &str, missing: Scopes) -> Unauthorized {
        let trust = self.trust();
        Unauthorized::too_narrow(&trust, tool, &trust.words(missing))
    }

    /// What the server says of who may let somebody in (RFC 9728), as JSON, if anybody may. It
    /// belongs to `/.well-known/oauth-protected-resource` and to the same with `/mcp` after it.
    #[must_use]
    pub fn metadata(&self) -> Option<String> {
        self.trust().document().map(str::to_owned)
    }

    /// Takes in what changes while nobody comes, for as long as it is polled.
    pub async fn run(&self) {
        let mut changes = self.setup.live.changes();
        loop {
            let is_over = tokio::select! {
                changed = changes.changed() => changed.is_err(),
                () = self.setup.clock.sleep(TIDY_EVERY_MS) => false,
            };
            if is_over {
                return;
            }
            let issuer = self.trust().issuer.clone();
            if let Some(issuer) = issuer {
                issuer.refresh().await;
                self.take_in_losses();
            }
            self.known.tidy(self.setup.clock.now_ms());
        }
    }

    fn at_once<'v>(&self, authorization: Option<&'v [u8]>, peer: IpAddr) -> AtOnce<'v> {
        let trust = self.trust();
        let Some(value) = authorization else {
            // Nobody who shows something wrong is taken for somebody who shows nothing.
            let is_owner = trust.loopback_without_key && peer.to_canonical().is_loopback();
            return AtOnce::Answer(match is_owner {
                true => Ok(self.owner.clone()),
                false => Err(self.refuse(&Refused::Nothing)),
            });
        };
        let shown = match bearer::shown(value) {
            Ok(shown) => shown,
            Err(refused) => return AtOnce::Answer(Err(self.refuse(&refused))),
        };
        let digest: Digest = Sha256::digest(shown.as_bytes()).into();
        let now_ms = self.setup.clock.now_ms();
        if let Some(guest) = self.known.get(&digest, now_ms) {
            if guest.holding.ended(now_ms).is_some() {
                self.known.remove(&digest);
            } else if now_ms.saturating_sub(guest.verified_at) < VERIFIED_FOR_MS {
                return AtOnce::Answer(Ok(guest.credential.clone()));
            }
        }
        match self.strangers.get(&digest, now_ms) {
            Some(told) => AtOnce::Answer(Err(told)),
            None => AtOnce::Look(shown, digest),
        }
    }

    /// Looks at something that is not known, or not any more.
    async fn look(&self, shown: &str, digest: Digest) -> Result<Credential, Unauthorized> {
        let trust = Arc::clone(&self.trust());
        let looked = self.verify(&trust, shown).await;
        let now_ms = self.setup.clock.now_ms();
        self.take_in_losses();
        let held = looked.and_then(|credential| {
            let holding = self.setup.openings.hold(&credential);
            // What changed during the look was told to whoever was held then.
            match self.still_trusts(&trust, &credential) {
                true => Ok((credential, holding)),
                false => Err(Refused::unverifiable("other settings or keys came in between")),
            }
        });
        match held {
            Ok((credential, holding)) => {
                self.known.add(digest, credential.clone(), holding, now_ms);
                Ok(credential)
            }
            Err(refused) => {
                self.known.remove(&digest);
                let told = self.refuse(&refused);
                if refused.is_final() {
                    self.strangers.add(digest, told.clone(), now_ms);
                }
                Err(told)
            }
        }
    }

    fn refuse(&self, refused: &Refused) -> Unauthorized {
        self.told.tell(refused, self.setup.clock.now_ms());
        refused.told(&self.trust.load())
    }

    /// What the settings say now. Where that is something else than before, nobody whom another
    /// server vouched for is let in without another look, or goes on.
    fn trust(&self) -> Guard<Arc<Trust>> {
        let now = self.setup.live.now();
        let trust = self.trust.load();
        if Arc::ptr_eq(&trust.snapshot, &now) {
            return trust;
        }
        drop(trust);
        let turn = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let trust = self.trust.load();
        if Arc::ptr_eq(&trust.snapshot, &now) {
            return trust;
        }
        let Setup { own_url, http, clock, .. } = &self.setup;
        let (next, is_other) = match trust.carried_to(&now) {
            Some(same) => (same, false),
            None => (Trust::new(now, own_url, http, clock), true),
        };
        self.trust.store(Arc::new(next));
        drop(turn);
        if is_other {
            self.losses.store(0, Ordering::Relaxed);
            self.strangers.clear();
            self.withdraw(|_| true);
        }
        self.trust.load()
    }

    /// Whether somebody who was let in by what held then would be by what holds now.
    fn still_trusts(&self, then: &Trust, credential: &Credential) -> bool {
        let Proof::Access { signer, .. } = credential.proof() else { return true };
        match (&then.issuer, &self.trust().issuer) {
            (Some(then), Some(now)) => Arc::ptr_eq(then, now) && now.still_signs(signer),
            _ => false,
        }
    }

    /// Ends what keys have signed that their issuer does not have any more.
    fn take_in_losses(&self) {
        let trust = self.trust.load();
        let Some(issuer) = &trust.issuer else { return };
        let losses = issuer.losses();
        if self.losses.swap(losses, Ordering::Relaxed) != losses {
            self.withdraw(|signer| !issuer.still_signs(signer));
        }
    }

    fn withdraw(&self, is_gone: impl Fn(&str) -> bool) {
        self.setup.openings.withdraw(|credential| match credential.proof() {
            Proof::Access { signer, .. } => is_gone(signer),
            Proof::Owner | Proof::Token { .. } | Proof::Key { .. } => false,
        });
    }
}

/// What can be said without waiting.
enum AtOnce<'v> {
    /// All of it.
    Answer(Result<Credential, Unauthorized>),
    /// That this has to be looked at.
    Look(&'v str, Digest),
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").field("own_url", &self.own_url).finish_non_exhaustive()
    }
}
