//! What all sessions of one caller share: what it sees, and how often it may call.
//!
//! A caller is whoever it has proven to be, however many connections it has.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use tollgate_tools::call::{Call, Caller, NoProgress, Progress, Setting};

use super::Setup;
use crate::dispatch::Rates;
use crate::gate::{Catalog, Listing, Standpoint, View};

/// How long an account without sessions is kept: by then its buckets of calls are full again, so
/// that nobody calls more often by coming again.
const KEPT_FOR: Duration = Duration::from_secs(60);

/// One caller's account.
#[derive(Debug)]
pub(super) struct Account {
    /// What the caller sees.
    pub(super) view: View,
    /// How often it may call.
    pub(super) rates: Rates,
    /// What every call of it is another one of.
    pub(super) call: Call,
    /// Takes the reports of calls whose client asked for none.
    pub(super) silent: Arc<NoProgress>,
    setup: Arc<Setup>,
    is_followed: Once,
    /// Held while the view is moved, so that an older look never comes after a newer one.
    moving: Mutex<()>,
    left_at: Mutex<Option<Instant>>,
}

/// The accounts of a server.
#[derive(Debug, Default)]
pub(super) struct Accounts(Mutex<HashMap<Caller, Arc<Account>>>);

impl Accounts {
    /// The account of this caller, for one more session.
    pub(super) fn enter(
        &self,
        setup: &Arc<Setup>,
        catalog: &Arc<Catalog>,
        listing: Listing,
        caller: Caller,
    ) -> Arc<Account> {
        let mut open = locked(&self.0);
        if let Some(account) = open.get(&caller) {
            return Arc::clone(account);
        }
        open.retain(|_, account| Arc::strong_count(account) > 1 || !account.is_forgotten());
        let account = Account::new(setup, catalog, listing, caller.clone());
        let account = Arc::new(account);
        open.insert(caller, Arc::clone(&account));
        account
    }
}

impl Account {
    fn new(setup: &Arc<Setup>, catalog: &Arc<Catalog>, listing: Listing, caller: Caller) -> Self {
        let standpoint = standpoint(setup, catalog, &caller);
        let silent = Arc::new(NoProgress);
        let call = Call::new(Setting {
            caller,
            store: setup.store.clone(),
            ports: setup.ports.clone(),
            home: Arc::clone(&setup.home),
            cancel: CancellationToken::new(),
            progress: Arc::clone(&silent) as Arc<dyn Progress>,
        });
        Self {
            view: View::new(Arc::clone(catalog), listing, standpoint),
            rates: Rates::default(),
            call,
            silent,
            setup: Arc::clone(setup),
            is_followed: Once::new(),
            moving: Mutex::default(),
            left_at: Mutex::default(),
        }
    }

    /// Follows what is open for the caller, from its first session on.
    pub(super) fn follow(self: &Arc<Self>) {
        self.is_followed.call_once(|| {
            let account = Arc::downgrade(self);
            let changed = Box::new(move || match account.upgrade() {
                Some(account) => {
                    account.look();
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            });
            self.setup.openings.watch(self.call.caller(), changed);
            // What changed since the account was made is told to nobody who watched.
            self.look();
        });
    }

    fn look(&self) {
        let _turn = locked(&self.moving);
        let catalog = self.view.catalog();
        self.view.move_to(standpoint(&self.setup, catalog, self.call.caller()));
    }

    /// A session of the caller has ended.
    pub(super) fn leave(&self) {
        *locked(&self.left_at) = Some(Instant::now());
    }

    fn is_forgotten(&self) -> bool {
        locked(&self.left_at).is_some_and(|left_at| left_at.elapsed() > KEPT_FOR)
    }
}

fn standpoint(setup: &Setup, catalog: &Catalog, caller: &Caller) -> Standpoint {
    let openings = setup.openings.now(catalog, caller);
    Standpoint::new(catalog, caller.clone(), &openings)
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
