//! Two workspaces with an agent and a space each: enough to be in the wrong one.

use tollgate_tools::agents;
use tollgate_tools::call::Call;
use tollgate_tools::messaging;
use tollgate_tools::store::Workspace;
use tollgate_tools::workspaces;

use super::Kit;

/// One workspace with one agent and one space.
pub(crate) struct World {
    pub(crate) workspace: Workspace,
    pub(crate) id: String,
    pub(crate) agent: String,
    pub(crate) space: String,
    pub(crate) standing: String,
}

impl World {
    /// Two of them in one store.
    pub(crate) async fn two(kit: &Kit) -> [Self; 2] {
        [Self::new(kit, "first").await, Self::new(kit, "second").await]
    }

    async fn new(kit: &Kit, name: &str) -> Self {
        let clock = &*kit.ports.clock;
        let id = workspaces::admin::create(&kit.store, clock, name).await.unwrap().id;
        let workspace = Workspace::open(&kit.store, &id).await.unwrap().unwrap();
        let agent = agents::admin::create(&workspace, clock, "agent").await.unwrap().id;
        let (space, standing) =
            messaging::admin::create_space(&workspace, clock, "space").await.unwrap();
        Self { workspace, id, agent, space: space.id, standing: standing.id }
    }

    /// A call by its agent.
    pub(crate) fn by_agent(&self, kit: &Kit) -> Call {
        kit.agent(&self.agent, &self.id)
    }
}
