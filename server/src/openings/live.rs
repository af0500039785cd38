//! Openings that follow the settings files and the grants while the server runs.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tollgate_tools::call::Caller;
use tollgate_tools::grants::ActiveGrants;
use tollgate_tools::port::{Clock, Pending};
use tollgate_tools::store::{Store, StoreUrl};

use super::follow;
use super::proofs::{Held, Proofs};
use crate::gate::{Catalog, Changed, Credential, Ended, Openings, Opens, Watching};
use crate::settings::live::{AgentFile, Live};

/// How long a call that is about to be refused waits for a second look.
const LOOK_WAITS: Duration = Duration::from_secs(2);
/// How long the store may take to answer. What it does not say in time is not so.
pub(super) const STORE_WAITS: Duration = Duration::from_secs(5);
/// Second looks that wait at a time; beyond that one is as good as another.
const LOOKS_MAX: usize = 64;

/// The openings of a home, as its files and its store say at each moment.
pub struct FromSettings {
    shared: Arc<Shared>,
}

/// What the openings share with the thread that follows.
pub(super) struct Shared {
    pub(super) live: Live,
    pub(super) clock: Arc<dyn Clock>,
    store: StoreUrl,
    proofs: Arc<Proofs>,
    grants: ArcSwap<ActiveGrants>,
    watchers: Mutex<Watchers>,
    /// Set when nothing is followed any more: then nobody can tell what is open.
    is_blind: AtomicBool,
    /// Whether the last look at the grants failed.
    is_failing: AtomicBool,
    looks: mpsc::Sender<Look>,
    /// Taken by the thread that follows.
    asked: Mutex<Option<mpsc::Receiver<Look>>>,
    is_followed: Once,
}

/// A wish for a second look; it is answered when everybody was told what came of it.
pub(super) type Look = oneshot::Sender<()>;

/// Those who want to know when something else may be open, by a number of each.
#[derive(Default)]
struct Watchers {
    next: u64,
    all: HashMap<u64, Arc<Watcher>>,
}

/// One of them.
struct Watcher {
    credential: Credential,
    held: Arc<Held>,
    changed: Changed,
}

/// Takes a watcher out when it is dropped.
struct Watch {
    number: u64,
    shared: Weak<Shared>,
}

/// A credential whose end is seen for as long as this lasts, though nobody watches.
#[derive(Debug)]
pub struct Holding(Arc<Held>);

/// Whom something concerns.
#[derive(Clone, Copy)]
pub(super) enum Whom<'a> {
    /// Whoever watches.
    All,
    /// Those whose proof it is.
    Of(&'a [Arc<Held>]),
}

impl FromSettings {
    /// Follows these settings, the grants of this store, and how long each proof holds that is in
    /// use. The store is not opened before somebody needs it.
    #[must_use]
    pub fn new(live: Live, clock: Arc<dyn Clock>, store: StoreUrl) -> Self {
        let (looks, asked) = mpsc::channel(LOOKS_MAX);
        let shared = Arc::new(Shared {
            live,
            clock,
            store,
            proofs: Arc::default(),
            grants: ArcSwap::default(),
            watchers: Mutex::default(),
            is_blind: AtomicBool::new(false),
            is_failing: AtomicBool::new(false),
            looks,
            asked: Mutex::new(Some(asked)),
            is_followed: Once::new(),
        });
        Self { shared }
    }

    /// Looks after a credential that was verified a moment ago.
    #[must_use]
    pub fn hold(&self, credential: &Credential) -> Holding {
        let held = Proofs::hold(&self.shared.proofs, credential);
        held.renew();
        self.follow();
        Holding(held)
    }

    /// Ends the sessions of credentials that are not trusted any more, until they are verified
    /// again.
    pub fn withdraw(&self, is_meant: impl Fn(&Credential) -> bool) {
        let withdrawn = self.shared.proofs.withdraw(is_meant);
        self.shared.tell(Whom::Of(&withdrawn));
    }

    /// Follows from now on, and looks at once: what matters depends on who is there.
    fn follow(&self) {
        self.shared.is_followed.call_once(|| {
            let asked = locked(&self.shared.asked).take();
            if let Some(asked) = asked {
                follow::start(&self.shared, asked);
            }
        });
        self.shared.looks.try_send(oneshot::channel().0).ok();
    }

    /// Reads the grants of this caller now, so that its first list has them. Most callers have no
    /// use for a grant, and then the store is left alone.
    ///
    /// # Errors
    /// When nothing can be waited for.
    pub fn look_first(&self, caller: &Caller) -> std::io::Result<()> {
        if !self.shared.needs_grants(caller) {
            return Ok(());
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = self.shared.store();
            self.shared.read_grants(&store).await;
            store.close().await;
        });
        Ok(())
    }
}

impl Holding {
    /// Why it does not hold any more, if it does not.
    #[must_use]
    pub fn ended(&self, now_ms: i64) -> Option<Ended> {
        self.0.ended(now_ms)
    }
}

impl Opens for FromSettings {
    fn now(&self, catalog: &Catalog, credential: &Credential) -> Openings {
        let Shared { live, clock, grants, proofs, is_blind, .. } = &*self.shared;
        if is_blind.load(Ordering::Relaxed) {
            return super::closed("what this home opens".to_owned());
        }
        let now_ms = clock.now_ms();
        let caller = credential.caller();
        let openings = super::of(catalog, caller, &live.now(), &grants.load(), now_ms);
        Openings { ended: proofs.ended(credential, now_ms), ..openings }
    }

    fn is_live(&self) -> bool {
        true
    }

    fn watch(&self, credential: &Credential, changed: Changed) -> Watching {
        let held = Proofs::hold(&self.shared.proofs, credential);
        let watcher = Arc::new(Watcher { credential: credential.clone(), held, changed });
        let number = self.shared.watchers().add(watcher);
        self.follow();
        Watching::until_dropped(Watch { number, shared: Arc::downgrade(&self.shared) })
    }

    fn look_again<'a>(&'a self, credential: &'a Credential) -> Pending<'a, ()> {
        Box::pin(async {
            if !self.shared.needs_grants(credential.caller()) {
                return;
            }
            let (done, looked) = oneshot::channel();
            if self.shared.looks.try_send(done).is_ok() {
                timeout(LOOK_WAITS, looked).await.ok();
            }
        })
    }
}

impl Shared {
    /// A store of one's own: connections belong to the runtime in which they were opened.
    pub(super) fn store(&self) -> Store {
        Store::lazy(self.store.clone())
    }

    /// Whether a grant would open anything to this caller.
    fn needs_grants(&self, caller: &Caller) -> bool {
        let Caller::Agent { id, .. } = caller else { return false };
        match self.live.now().agent(id) {
            AgentFile::Read(agent) => !agent.capabilities.scoped_tools.is_empty(),
            AgentFile::Missing | AgentFile::Closed(_) => false,
        }
    }

    /// Whether it would to anybody who watches.
    fn is_waiting_for_grants(&self) -> bool {
        self.all().iter().any(|watcher| self.needs_grants(watcher.credential.caller()))
    }

    /// Whether what is open can change without anybody's word: by time, or by what another process
    /// does in the store.
    pub(super) fn must_be_looked_at(&self) -> bool {
        self.proofs.must_be_looked_at() || self.is_waiting_for_grants()
    }

    /// Looks at the grants again; whether they are others than at the last look. The store is
    /// left alone where nothing depends on it.
    pub(super) async fn look_at_grants(&self, store: &Store) -> bool {
        match self.is_waiting_for_grants() {
            true => self.read_grants(store).await,
            false => self.replace_grants(ActiveGrants::default()),
        }
    }

    /// Looks at the proofs again; gives those of which something else is to be told.
    pub(super) async fn look_at_proofs(&self, store: &Store) -> Vec<Arc<Held>> {
        self.proofs.look(store, &*self.clock).await
    }

    /// Reads the grants; whether they are others than before. What cannot be read is not granted.
    async fn read_grants(&self, store: &Store) -> bool {
        let read = timeout(STORE_WAITS, ActiveGrants::read(store, self.clock.now_ms())).await;
        let why = match read {
            Ok(Ok(grants)) => {
                self.is_failing.store(false, Ordering::Relaxed);
                return self.replace_grants(grants);
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the store does not answer".to_owned(),
        };
        if !self.is_failing.swap(true, Ordering::Relaxed) {
            tracing::error!("grants cannot be read, so that none is open: {why}");
        }
        self.replace_grants(ActiveGrants::default())
    }

    fn replace_grants(&self, grants: ActiveGrants) -> bool {
        let is_changed = **self.grants.load() != grants;
        if is_changed {
            self.grants.store(Arc::new(grants));
        }
        is_changed
    }

    /// When a grant or a proof ends by itself, in milliseconds from now.
    pub(super) fn next_end_ms(&self) -> Option<u64> {
        let now_ms = self.clock.now_ms();
        let ends = [self.grants.load().next_end(now_ms), self.proofs.next_end(now_ms)];
        let next = ends.into_iter().flatten().min()?;
        u64::try_from(next - now_ms).ok()
    }

    /// Tells those who still watch. Nobody who is told may wait for somebody who begins to watch,
    /// so that this holds no lock meanwhile.
    pub(super) fn tell(&self, whom: Whom<'_>) {
        let of: Option<HashSet<_>> = match whom {
            Whom::All => None,
            Whom::Of([]) => return,
            Whom::Of(proofs) => Some(proofs.iter().map(Arc::as_ptr).collect()),
        };
        for watcher in self.all() {
            if of.as_ref().is_none_or(|of| of.contains(&Arc::as_ptr(&watcher.held))) {
                (watcher.changed)();
            }
        }
    }

    /// Nothing is followed any more, and so nothing is open.
    pub(super) fn go_blind(&self) {
        tracing::error!("settings, grants and keys are not followed any more: nothing is open");
        self.is_blind.store(true, Ordering::Relaxed);
        self.tell(Whom::All);
    }

    fn all(&self) -> Vec<Arc<Watcher>> {
        self.watchers().all.values().map(Arc::clone).collect()
    }

    fn watchers(&self) -> MutexGuard<'_, Watchers> {
        locked(&self.watchers)
    }
}

impl Watchers {
    fn add(&mut self, watcher: Arc<Watcher>) -> u64 {
        let number = self.next;
        self.next += 1;
        self.all.insert(number, watcher);
        number
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.upgrade() {
            shared.watchers().all.remove(&self.number);
        }
    }
}

impl fmt::Debug for FromSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromSettings").finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::Proof;
    use crate::host::HostClock;
    use crate::settings::Home;

    fn from_settings(home: &std::path::Path) -> FromSettings {
        let store = StoreUrl::sqlite(&home.join("store.db")).unwrap();
        FromSettings::new(Live::open(Home::at(home.to_owned())), Arc::new(HostClock), store)
    }

    fn key(at: usize) -> Credential {
        Credential::new(Caller::Operator, None, Proof::Key { id: at.to_string() })
    }

    #[test]
    fn a_hundred_thousand_who_come_and_leave_leave_nothing_behind() {
        let home = tempfile::tempdir().unwrap();
        let openings = from_settings(home.path());
        let stays = openings.watch(&key(0), Box::new(|| {}));
        for at in 1..100_000 {
            drop(openings.watch(&key(at), Box::new(|| {})));
        }
        assert_eq!(openings.shared.watchers().all.len(), 1);
        drop(stays);
        assert_eq!(openings.shared.watchers().all.len(), 0);
    }
}
