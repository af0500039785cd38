//! The agents of a home, and what they are granted, as the store of the server keeps it.

use std::sync::LazyLock;

use tollgate::grants::{Ttl, admin as grants};
use tollgate::host::HostClock;
use tollgate::port::{Clock, Pending};
use tollgate::store::{Store, StoreUrl, Workspace};
use tollgate::{agents, workspaces};

use super::client::Home;

/// A store with two agents, copied into every home that wants them.
static STAFF: LazyLock<(Vec<u8>, [String; 2])> = LazyLock::new(|| {
    let home = Home::new();
    let ids = within(&home, async |store| {
        let workspace = workspaces::admin::create(store, &HostClock, "house").await.unwrap();
        let workspace = Workspace::open(store, &workspace.id).await.unwrap().unwrap();
        let mut ids = Vec::new();
        for name in ["ada", "bob"] {
            ids.push(agents::admin::create(&workspace, &HostClock, name).await.unwrap().id);
        }
        ids
    });
    let file = std::fs::read(home.path().join("store.db")).unwrap();
    (file, ids.try_into().unwrap())
});

/// A clock that stands still.
#[derive(Debug)]
struct At(i64);

impl Clock for At {
    fn now_ms(&self) -> i64 {
        self.0
    }

    fn sleep(&self, _ms: u64) -> Pending<'_, ()> {
        Box::pin(std::future::pending())
    }
}

/// Does something with the store of a home, and closes it again.
fn within<T>(home: &Home, work: impl AsyncFnOnce(&Store) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = StoreUrl::sqlite(&home.path().join("store.db")).unwrap();
        let store = Store::lazy(url);
        let done = work(&store).await;
        store.close().await;
        done
    })
}

/// The ids of the two agents.
pub(crate) fn ids() -> &'static [String; 2] {
    &STAFF.1
}

/// Puts the two agents into a home.
pub(crate) fn hire(home: &Home) {
    std::fs::write(home.path().join("store.db"), &STAFF.0).unwrap();
}

/// Gives an agent a tool for some seconds, from some seconds ago on; tells the grant's id.
pub(crate) fn give(home: &Home, agent: &str, tool: &str, secs_ago: i64, secs: u32) -> String {
    let clock = At(HostClock.now_ms() - secs_ago * 1_000);
    let task = Some("task".to_owned());
    within(home, async |store| {
        let ttl = Ttl::secs(secs).unwrap();
        grants::give(store, &clock, agent, tool, task, ttl).await.unwrap().id
    })
}

/// Ends a grant.
pub(crate) fn revoke(home: &Home, grant: &str) {
    within(home, async |store| grants::revoke(store, &HostClock, grant).await.unwrap());
}

/// Ends the task that every grant is for.
pub(crate) fn end_task(home: &Home) {
    within(home, async |store| grants::end_task(store, &HostClock, "task").await.unwrap());
}
