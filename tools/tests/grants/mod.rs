//! Asking for tools, deciding about it, and what is open because of it.

mod ask;
mod end;

use std::sync::Arc;

use tokio_util::sync::CancellationToken;
use tollgate_tools::approvals::{Approval, admin as approvals};
use tollgate_tools::call::{Call, Caller, NoPeer, Setting};
use tollgate_tools::grants::{ActiveGrants, Ttl};
use tollgate_tools::pattern::Pattern;
use tollgate_tools::port::{GrantTerms, Ports};

use crate::support::{Kit, TestSettings, World};

/// A call by the agent of a world, which has these tools only while a grant lasts.
fn by_agent(kit: &Kit, world: &World, scoped: &[&str]) -> Call {
    let scoped_tools = scoped.iter().filter_map(|entry| Pattern::read(entry)).collect();
    let grant_terms = GrantTerms { scoped_tools, ttl_secs: 3_600 };
    let settings = Arc::new(TestSettings { grant_terms, ..TestSettings::default() });
    Call::new(Setting {
        caller: Caller::Agent { id: world.agent.clone(), workspace_id: world.id.clone() },
        store: kit.store.clone(),
        ports: Ports { settings, ..kit.ports.clone() },
        home: kit.home().into(),
        cancel: CancellationToken::new(),
        peer: Arc::new(NoPeer),
    })
}

fn ttl(secs: u32) -> Ttl {
    Ttl::secs(secs).unwrap()
}

/// The only request that waits, once there is one.
async fn waiting(kit: &Kit) -> Approval {
    for _ in 0..100_000 {
        let mut all = approvals::waiting(&kit.store, &*kit.clock).await.unwrap();
        assert!(all.len() < 2, "{all:?}");
        if let Some(one) = all.pop() {
            return one;
        }
    }
    panic!("nothing was asked for");
}

/// The tools that a grant opens to an agent now.
async fn open(kit: &Kit, agent: &str) -> Vec<String> {
    let now_ms = kit.ports.clock.now_ms();
    let active = ActiveGrants::read(&kit.store, now_ms).await.unwrap();
    active.of(agent, now_ms).map(str::to_owned).collect()
}
