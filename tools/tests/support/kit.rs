//! A new store of either kind, with a home folder of its own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::{Connection as _, Executor as _};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tollgate_tools::call::{Call, Caller, NoPeer, Setting};
use tollgate_tools::port::Ports;
use tollgate_tools::store::{Store, StoreUrl};

use super::ports::{TestClock, test_ports};

/// Names the PostgreSQL database in which tests make a schema each.
const POSTGRES: &str = "TOLLGATE_TEST_POSTGRES";

/// One test's store and home.
pub(crate) struct Kit {
    pub(crate) store: Store,
    pub(crate) ports: Ports,
    pub(crate) clock: Arc<TestClock>,
    home: TempDir,
    schema: Option<String>,
}

impl Kit {
    /// A store in a new file.
    pub(crate) fn sqlite() -> Self {
        let home = tempfile::tempdir().unwrap();
        let url = StoreUrl::in_home(home.path()).unwrap();
        Self::new(url, home, None)
    }

    /// A store in a new schema of the test cluster.
    pub(crate) async fn postgres() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("tollgate_test_{}_{number}", std::process::id());
        execute(&format!("CREATE SCHEMA {schema}")).await;
        let mut url = url::Url::parse(&postgres_url()).unwrap();
        url.query_pairs_mut().append_pair("options[search_path]", &schema);
        let url = StoreUrl::parse(url.as_str()).unwrap();
        Self::new(url, tempfile::tempdir().unwrap(), Some(schema))
    }

    fn new(url: StoreUrl, home: TempDir, schema: Option<String>) -> Self {
        let clock = Arc::new(TestClock::default());
        let ports = test_ports(Arc::clone(&clock));
        Self { store: Store::lazy(url), ports, clock, home, schema }
    }

    /// A second store over the same records, with connections of its own.
    pub(crate) fn second_store(&self) -> Store {
        Store::lazy(self.store.url().clone())
    }

    /// The home folder.
    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// A call by the operator.
    pub(crate) fn operator(&self) -> Call {
        self.by(Caller::Operator)
    }

    /// A call by an agent.
    pub(crate) fn agent(&self, id: &str, workspace_id: &str) -> Call {
        self.by(Caller::Agent { id: id.to_owned(), workspace_id: workspace_id.to_owned() })
    }

    /// A call by this caller.
    pub(crate) fn by(&self, caller: Caller) -> Call {
        self.through(caller, self.store.clone(), self.ports.clone())
    }

    /// A call by this caller through another store or other ports.
    pub(crate) fn through(&self, caller: Caller, store: Store, ports: Ports) -> Call {
        Call::new(Setting {
            caller,
            store,
            ports,
            home: self.home().into(),
            cancel: CancellationToken::new(),
            peer: Arc::new(NoPeer),
        })
    }

    /// Removes the schema of a test that passed.
    pub(crate) async fn drop_schema(self) {
        self.store.close().await;
        if let Some(schema) = self.schema {
            execute(&format!("DROP SCHEMA {schema} CASCADE")).await;
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the test command says where its cluster is")]
fn postgres_url() -> String {
    std::env::var(POSTGRES).unwrap_or_else(|_| {
        panic!("{POSTGRES} is not set; run scripts/test, which starts a PostgreSQL cluster")
    })
}

async fn execute(sql: &str) {
    let mut connection = sqlx::PgConnection::connect(&postgres_url()).await.unwrap();
    connection.execute(sqlx::AssertSqlSafe(sql)).await.unwrap();
    connection.close().await.unwrap();
}
