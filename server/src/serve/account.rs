//! What all sessions of one credential share: what they see, and how often they may call.
//!
//! Two keys of one caller have an account each, so that the end of one is no end of the other. How
//! often somebody may call is counted for whoever it is, whatever the next token or narrowing.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tollgate_tools::call::{Call, NoProgress, Progress, Setting};

use super::Setup;
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
const RATES_KEPT_FOR: Duration = Duration::from_secs(60);
/// Buckets that are kept of those who left.
const RATES_IDLE_MAX: usize = 65_536;

/// One credential's account.
#[derive(Debug)]
pub(super) struct Account {
    /// Who it is.
    pub(super) credential: Credential,
    /// How often it may call.
    pub(super) rates: InUse<Rates>,
    /// What every call of it is another one of.
    pub(super) call: Call,
    /// Takes the reports of calls whose client asked for none.
    pub(super) silent: Arc<NoProgress>,
    setup: Arc<Setup>,
    views: Arc<Views>,
    watching: OnceLock<Watching>,
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
    rates: Kept<Principal, Rates>,
}

impl Default for Accounts {
    fn default() -> Self {
        Self {
            accounts: Kept::new(ACCOUNT_KEPT_FOR, ACCOUNTS_IDLE_MAX),
            rates: Kept::new(RATES_KEPT_FOR, RATES_IDLE_MAX),
        }
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
            let rates = self.rates.get(&credential.principal(), Rates::default);
            Account::new(setup, catalog, listing, credential, rates)
        });
        account.follow();
        let view = account.views.get(narrowing);
        Seat { account, view }
    }

    /// Lets go of the accounts that nobody has used for long.
    pub(super) fn tidy(&self) {
        self.accounts.tidy();
        self.rates.tidy();
    }
}

impl Account {
    fn new(
        setup: &Arc<Setup>,
        catalog: &Arc<Catalog>,
        listing: Listing,
        credential: &Credential,
        rates: InUse<Rates>,
    ) -> Self {
        let silent = Arc::new(NoProgress);
        let call = Call::new(Setting {
            caller: credential.caller().clone(),
            store: setup.store.clone(),
            ports: setup.ports.clone(),
            home: Arc::clone(&setup.home),
            cancel: CancellationToken::new(),
            progress: Arc::clone(&silent) as Arc<dyn Progress>,
        });
        let (setup, catalog) = (Arc::clone(setup), Arc::clone(catalog));
        let views = Views::new(Arc::clone(&setup), catalog, listing, credential.clone());
        Self {
            credential: credential.clone(),
            rates,
            call: call.for_task(credential.task_id().map(Arc::from)),
            silent,
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
