//! Agents as callers, and how the operator makes them.

use tollgate_tools::agents;
use tollgate_tools::call::Caller;

use crate::support::{Kit, World, on_both};

on_both! {
    async fn an_agent_calls_from_its_own_workspace(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let caller = agents::caller(&kit.store, &first.agent).await.unwrap();
        assert_eq!(caller, Some(Caller::Agent { id: first.agent, workspace_id: first.id }));
        assert_eq!(agents::caller(&kit.store, "nobody").await.unwrap(), None);
    }

    async fn names_are_unique_in_a_workspace_alone(kit: Kit) {
        // Both worlds have an agent of one name already.
        let [first, second] = World::two(kit).await;
        let clock = &*kit.ports.clock;
        let error = agents::admin::create(&first.workspace, clock, " agent ").await.unwrap_err();
        assert_eq!(error.to_string(), "The workspace has an agent named \"agent\" already.");
        let error = agents::admin::create(&first.workspace, clock, " ").await.unwrap_err();
        assert_eq!(error.to_string(), "a name must not be blank");
        let added = agents::admin::create(&second.workspace, clock, "other").await.unwrap();
        let names: Vec<_> = agents::admin::list(&second.workspace).await.unwrap();
        assert_eq!(names.len(), 2);
        assert_eq!(names[1], added);
    }
}
