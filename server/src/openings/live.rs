//! Openings that follow the settings files and the grants while the server runs.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::{mpsc, oneshot};
use tollgate_tools::call::Caller;
use tollgate_tools::grants::ActiveGrants;
use tollgate_tools::port::{Clock, Pending};
use tollgate_tools::store::{Store, StoreError, StoreUrl};

use super::follow;
use crate::gate::{Catalog, Changed, Narrowing, Openings, Opens};
use crate::settings::live::{AgentFile, Live};

/// How long a call that is about to be refused waits for a second look.
const LOOK_WAITS: Duration = Duration::from_secs(2);
/// Second looks that wait at a time; beyond that one is as good as another.
const LOOKS_MAX: usize = 64;

/// The openings of a home, as its files and its store say at each moment, narrowed by what the
/// connection chose.
pub struct FromSettings {
    shared: Arc<Shared>,
    connection: Option<Narrowing>,
}

/// What the openings share with the thread that follows.
pub(super) struct Shared {
    pub(super) live: Live,
    pub(super) clock: Arc<dyn Clock>,
    store: StoreUrl,
    grants: ArcSwap<ActiveGrants>,
    watchers: Mutex<Vec<Watcher>>,
    looks: mpsc::Sender<Look>,
    /// Taken by the thread that follows.
    asked: Mutex<Option<mpsc::Receiver<Look>>>,
    is_followed: Once,
}

/// A wish for a second look; it is answered when everybody was told what came of it.
pub(super) type Look = oneshot::Sender<()>;

/// Somebody who wants to know when something else may be open.
struct Watcher {
    caller: Caller,
    changed: Changed,
}

impl FromSettings {
    /// Follows these settings, and the grants of this store. Neither is opened before somebody
    /// needs it.
    #[must_use]
    pub fn new(live: Live, clock: Arc<dyn Clock>, store: StoreUrl) -> Self {
        let (looks, asked) = mpsc::channel(LOOKS_MAX);
        let shared = Arc::new(Shared {
            live,
            clock,
            store,
            grants: ArcSwap::default(),
            watchers: Mutex::default(),
            looks,
            asked: Mutex::new(Some(asked)),
            is_followed: Once::new(),
        });
        Self { shared, connection: None }
    }

    /// The same, without what a connection chose not to be shown. It never opens anything.
    #[must_use]
    pub fn narrowed(self, by: Option<Narrowing>) -> Self {
        Self { connection: by, ..self }
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

impl Opens for FromSettings {
    fn now(&self, catalog: &Catalog, caller: &Caller) -> Openings {
        let Shared { live, clock, grants, .. } = &*self.shared;
        let now_ms = clock.now_ms();
        let mut openings = super::of(catalog, caller, &live.now(), &grants.load(), now_ms);
        openings.narrowings.extend(self.connection);
        openings
    }

    fn is_live(&self) -> bool {
        true
    }

    fn watch(&self, caller: &Caller, changed: Changed) {
        self.shared.watchers().push(Watcher { caller: caller.clone(), changed });
        self.shared.is_followed.call_once(|| {
            let asked = locked(&self.shared.asked).take();
            if let Some(asked) = asked {
                follow::start(&self.shared, asked);
            }
        });
        // Whether grants matter depends on who watches.
        self.shared.looks.try_send(oneshot::channel().0).ok();
    }

    fn look_again<'a>(&'a self, caller: &'a Caller) -> Pending<'a, ()> {
        Box::pin(async {
            if !self.shared.needs_grants(caller) {
                return;
            }
            let (done, looked) = oneshot::channel();
            if self.shared.looks.try_send(done).is_ok() {
                tokio::time::timeout(LOOK_WAITS, looked).await.ok();
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
    pub(super) fn is_waiting_for_grants(&self) -> bool {
        self.watchers().iter().any(|watcher| self.needs_grants(&watcher.caller))
    }

    /// Reads the grants; whether they are others than before. What cannot be read is not granted.
    pub(super) async fn read_grants(&self, store: &Store) -> bool {
        let read = ActiveGrants::read(store, self.clock.now_ms()).await;
        self.replace_grants(read)
    }

    /// Forgets the grants when nobody has a use for them; whether there were any.
    pub(super) fn drop_grants(&self) -> bool {
        self.replace_grants(Ok(ActiveGrants::default()))
    }

    fn replace_grants(&self, read: Result<ActiveGrants, StoreError>) -> bool {
        let grants = read.unwrap_or_else(|error| {
            tracing::error!("grants cannot be read, so that none is open: {error}");
            ActiveGrants::default()
        });
        let is_changed = **self.grants.load() != grants;
        if is_changed {
            self.grants.store(Arc::new(grants));
        }
        is_changed
    }

    /// When the next grant ends by itself, in milliseconds from now.
    pub(super) fn next_end_ms(&self) -> Option<u64> {
        let now_ms = self.clock.now_ms();
        let ends = self.grants.load().next_end(now_ms)?;
        u64::try_from(ends - now_ms).ok()
    }

    /// Tells everybody who still watches.
    pub(super) fn tell(&self) {
        // Nobody who is told may wait for somebody who begins to watch.
        let mut told = std::mem::take(&mut *self.watchers());
        told.retain(|watcher| (watcher.changed)().is_continue());
        self.watchers().append(&mut told);
    }

    fn watchers(&self) -> MutexGuard<'_, Vec<Watcher>> {
        locked(&self.watchers)
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
