//! The agent that calls: who is one, and where it works.

use tollgate_tools::call::{Call, Caller};
use tollgate_tools::decl::Scopes;
use tollgate_tools::store::{ActingAgent, ActingAgentError};

use crate::support::{Kit, World, on_both};

/// Its id and its workspace, or why there is none.
async fn acting(call: &Call) -> Result<(String, String), String> {
    match ActingAgent::of(call).await {
        Ok(agent) => Ok((agent.id.to_owned(), agent.workspace.id().to_owned())),
        Err(ActingAgentError::Store(error)) => panic!("{error}"),
        Err(error) => Err(error.to_string()),
    }
}

on_both! {
    async fn an_agent_acts_in_its_own_workspace(kit: Kit) {
        for world in World::two(kit).await {
            let call = world.by_agent(kit);
            assert_eq!(acting(&call).await, Ok((world.agent, world.id)));
        }
    }

    async fn nobody_else_acts_as_an_agent(kit: Kit) {
        let key = |is_external| Caller::Key {
            client: "acme".to_owned(),
            scopes: Scopes::NONE,
            is_external,
        };
        for (call, caller) in [
            (kit.operator(), "the operator"),
            (kit.by(key(false)), "an internal key"),
            (kit.by(key(true)), "an external key"),
        ] {
            let text = format!(
                "only an agent can call this, because it acts as the agent itself; \
                 got a call by {caller}"
            );
            assert_eq!(acting(&call).await, Err(text));
        }
    }

    async fn an_agent_that_the_store_does_not_have_there_acts_nowhere(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let unknown = "01976f00-0000-7000-8000-00000000000f";
        let text = format!("Agent {unknown} not found.");
        assert_eq!(acting(&kit.agent(unknown, &first.id)).await, Err(text));
        assert_eq!(
            acting(&kit.agent(&first.agent, &second.id)).await,
            Err("Agent belongs to a different workspace.".to_owned())
        );
    }
}
