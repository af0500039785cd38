//! What all sessions of one credential share: what they see, and how often they may call.
//!
//! Two keys of one caller have an account each, so that the end of one is no end of the other. How
//! often somebody may call is counted for whoever it is, whatever the next token or narrowing.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tollgate_tools::call::{Call, NoPeer, Setting};

use super::Setup;
use super::crowd::Crowd;
use super::kept::{InUse, Kept};
use super::views::Views;
use crate::dispatch::Rates;
use crate::gate::{Catalog, Credential, Listing, Narrowing, Principal, View, Watching};

/// How long an account is kept that no session uses: the next request often comes soon.
const ACCOUNT_KEPT_FOR: Duration = Duration::from_secs(10);
/// Accounts that are kept without sessions.
const ACCOUNTS_IDLE_MAX: usize = 1_024;
/// How long the buckets of somebody who left are kept: by then they are full again, so that nobody
/// calls more often by coming again.
const USAGE_KEPT_FOR: Duration = Duration::from_secs(60);
/// Buckets that are kept of those who left.
const USAGE_IDLE_MAX: usize = 65_536;

/// Calls of one caller that run at the same time. A handler may block its thread, so a transport
/// has a thread for each of them in the worst case.
const CALLS_MAX: usize = 256;

/// One credential's account.
#[derive(Debug)]
pub(super) struct Account {
    /// Who it is.
    pub(super) credential: Credential,
    /// How much it calls.
    pub(super) usage: InUse<Usage>,
    /// What every call of it is another one of.
    pub(super) call: Call,
    setup: Arc<Setup>,
    views: Arc<Views>,
    watching: OnceLock<Watching>,
}

/// How much one caller calls, by whatever credentials.
#[derive(Debug)]
pub(super) struct Usage {
    /// How often it may call.
    pub(super) rates: Rates,
    /// Its calls that are running.
    pub(super) calls: Crowd,
}

/// One connection's place at an account.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    /// The account.
    pub(super) account: InUse<Account>,
    /// What it sees, as the connection narrows it.
    pub(super) view: Arc<View>,
}

/// The accounts of a server.
#[derive(Debug)]
pub(super) struct Accounts {
    accounts: Kept<Credential, Account>,
    usage: Kept<Principal, Usage>,
}

impl Default for Accounts {
    fn default() -> Self {
        Self {
            accounts: Kept::new(ACCOUNT_KEPT_FOR, ACCOUNTS_IDLE_MAX),
            usage: Kept::new(USAGE_KEPT_FOR, USAGE_IDLE_MAX),
        }
    }
}

impl Default for Usage {
    fn default() -> Self {
        Self { rates: Rates::default(), calls: Crowd::new(CALLS_MAX) }
    }
}

impl Accounts {
    /// A seat at the account of this credential. From now on, and not from the first call on, what
    /// it sees follows what is open for it.
    pub(super) fn seat(
        &self,
        setup: &Arc<Setup>,
        catalog: &Arc<Catalog>,
        listing: Listing,
        credential: &Credential,
        narrowing: Option<&Narrowing>,
    ) -> Seat {
        let account = self.accounts.get(credential, || {
            let usage = self.usage.get(&credential.principal(), Usage::default);
            Account::new(setup, catalog, listing, credential, usage)
        });
        account.follow();
        let view = account.views.get(narrowing);
        Seat { account, view }
    }

    /// Lets go of the accounts that nobody has used for long.
    pub(super) fn tidy(&self) {
        self.accounts.tidy();
        self.usage.tidy();
    }
}

impl Account {
    fn new(
        setup: &Arc<Setup>,
        catalog: &Arc<Catalog>,
        listing: Listing,
        credential: &Credential,
        usage: InUse<Usage>,
    ) -> Self {
        let call = Call::new(Setting {
            caller: credential.caller().clone(),
            store: setup.store.clone(),
            ports: setup.ports.clone(),
            home: Arc::clone(&setup.home),
            cancel: CancellationToken::new(),
            peer: Arc::new(NoPeer),
        });
        let (setup, catalog) = (Arc::clone(setup), Arc::clone(catalog));
        let views = Views::new(Arc::clone(&setup), catalog, listing, credential.clone());
        Self {
            credential: credential.clone(),
            usage,
            call: call.for_task(credential.task_id().map(Arc::from)),
            setup,
            views: Arc::new(views),
            watching: OnceLock::new(),
        }
    }

    /// Follows what is open for the credential, from its first seat on.
    fn follow(&self) {
        self.watching.get_or_init(|| {
            let views = Arc::downgrade(&self.views);
            let changed = Box::new(move || {
                if let Some(views) = views.upgrade() {
                    views.look();
                }
            });
            self.setup.openings.watch(&self.credential, changed)
        });
    }
}
