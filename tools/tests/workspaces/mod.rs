//! `list_workspaces`, and how the operator makes them.

use serde_json::json;
use tollgate_tools::workspaces::admin;
use tollgate_tools::workspaces::workspace::list_workspaces;

use crate::support::{Kit, World, on_both, refused, run};

on_both! {
    async fn workspaces_are_listed_oldest_first(kit: Kit) {
        let empty = run::<list_workspaces>(&kit.operator(), json!({})).await;
        assert_eq!(empty, json!({"workspaces": [], "count": 0}));
        let [first, second] = World::two(kit).await;
        for call in [kit.operator(), first.by_agent(kit)] {
            let reply = run::<list_workspaces>(&call, json!({})).await;
            assert_eq!(reply["count"], 2);
            assert_eq!(reply["workspaces"][0]["id"], first.id);
            assert_eq!(reply["workspaces"][0]["name"], "first");
            assert_eq!(reply["workspaces"][1]["id"], second.id);
            let at = reply["workspaces"][0]["created_at"].as_str().unwrap();
            assert!(at.starts_with("2026-11-30T19:34:56"), "{at}");
        }
    }

    async fn it_takes_no_workspace(kit: Kit) {
        let text = refused::<list_workspaces>(&kit.operator(), json!({"workspace_id": "x"})).await;
        assert!(text.contains("workspace_id"), "{text}");
    }

    async fn names_are_unique(kit: Kit) {
        let clock = &*kit.ports.clock;
        let made = admin::create(&kit.store, clock, "  team  ").await.unwrap();
        assert_eq!(made.name, "team");
        let error = admin::create(&kit.store, clock, "team").await.unwrap_err();
        assert_eq!(error.to_string(), "There is a workspace named \"team\" already.");
        let error = admin::create(&kit.store, clock, "").await.unwrap_err();
        assert_eq!(error.to_string(), "a name must not be blank");
        assert_eq!(admin::list(&kit.store).await.unwrap(), [made]);
    }

    async fn one_is_found_by_id_or_by_name(kit: Kit) {
        let clock = &*kit.ports.clock;
        let first = admin::create(&kit.store, clock, "first").await.unwrap();
        admin::create(&kit.store, clock, &first.id).await.unwrap();
        for key in [&first.id, "first"] {
            let found = admin::find(&kit.store, key).await.unwrap().unwrap();
            assert_eq!(found.id(), first.id);
        }
        assert!(admin::find(&kit.store, "third").await.unwrap().is_none());
    }
}
