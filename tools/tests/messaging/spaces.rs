//! `list_spaces`, and how the operator makes spaces.

use serde_json::json;
use tollgate_tools::messaging::admin;
use tollgate_tools::messaging::space::list_spaces;

use crate::support::{Kit, World, on_both, refused, run};

on_both! {
    async fn only_spaces_of_the_workspace_are_listed(kit: Kit) {
        let [first, _] = World::two(kit).await;
        for call in [kit.operator(), first.by_agent(kit)] {
            let reply = run::<list_spaces>(&call, json!({"workspace_id": first.id})).await;
            let at = reply["spaces"][0]["created_at"].as_str().unwrap().to_owned();
            assert_eq!(reply, json!({
                "spaces": [{
                    "id": first.space,
                    "name": "space",
                    "workspace_id": first.id,
                    "created_at": at,
                }],
                "count": 1,
            }));
        }
    }

    async fn an_agent_cannot_list_another_workspace(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let text =
            refused::<list_spaces>(&first.by_agent(kit), json!({"workspace_id": second.id})).await;
        assert_eq!(text, format!(
            "Workspace {} is a different workspace; this agent works in {}.",
            second.id, first.id
        ));
    }

    async fn the_limit_is_refused_outside_its_range(kit: Kit) {
        let [first, _] = World::two(kit).await;
        admin::create_space(&first.workspace, &*kit.ports.clock, "two").await.unwrap();
        let call = kit.operator();
        for (limit, count) in [(1, 1), (2, 2), (500, 2)] {
            let arguments = json!({"workspace_id": first.id, "limit": limit});
            assert_eq!(run::<list_spaces>(&call, arguments).await["count"], count);
        }
        for limit in [json!(0), json!(501), json!(-1), json!("many"), json!(1.5)] {
            let arguments = json!({"workspace_id": first.id, "limit": limit});
            let text = refused::<list_spaces>(&call, arguments).await;
            assert!(text.contains("limit"), "{text}");
        }
    }

    async fn an_archived_space_is_not_listed(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let clock = &*kit.ports.clock;
        admin::archive_space(&first.workspace, clock, &first.space).await.unwrap();
        admin::archive_space(&first.workspace, clock, &first.space).await.unwrap();
        let reply = run::<list_spaces>(&kit.operator(), json!({"workspace_id": first.id})).await;
        assert_eq!(reply, json!({"spaces": [], "count": 0}));
        let error =
            admin::archive_space(&first.workspace, clock, &second.space).await.unwrap_err();
        assert_eq!(error.to_string(), "Space belongs to a different workspace.");
    }

    async fn names_are_unique_in_a_workspace_alone(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let clock = &*kit.ports.clock;
        let error = admin::create_space(&first.workspace, clock, "space").await.unwrap_err();
        assert_eq!(error.to_string(), "The workspace has a space named \"space\" already.");
        let error = admin::create_space(&first.workspace, clock, "a\nb").await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "a name must not hold control characters such as line breaks"
        );
        let error =
            admin::create_conversation(&first.workspace, clock, &second.space).await.unwrap_err();
        assert_eq!(error.to_string(), "Space belongs to a different workspace.");
    }
}
