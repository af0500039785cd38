//! Whose canvas it is: that of the agent that calls, and nobody else's.

use serde_json::json;
use tollgate_tools::agents;
use tollgate_tools::call::Caller;
use tollgate_tools::canvas::admin;
use tollgate_tools::canvas::push::{canvas_clear, canvas_push};
use tollgate_tools::decl::{Scope, Scopes};

use super::{clear, pages, push};
use crate::support::{Kit, World, on_both, refused};

on_both! {
    async fn every_agent_has_a_canvas_of_its_own(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let clock = &*kit.ports.clock;
        let other = agents::admin::create(&first.workspace, clock, "other").await.unwrap().id;
        push(&first.by_agent(kit), "first").await;
        push(&second.by_agent(kit), "second").await;
        assert_eq!(push(&kit.agent(&other, &first.id), "other").await["version"], 1);
        clear(&second.by_agent(kit)).await;
        assert_eq!(pages(&first).await, ["1 first"]);
        assert_eq!(pages(&second).await, ["2 ", "1 second"]);
        assert_eq!(admin::versions(&first.workspace, &other).await.unwrap()[0].html, "other");
        let elsewhere = admin::versions(&second.workspace, &first.agent).await.unwrap();
        assert!(elsewhere.is_empty());
    }

    async fn nobody_else_has_one(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let key = |is_external| Caller::Key {
            client: "acme".to_owned(),
            scopes: Scopes::NONE.with(Scope::WikiWrite),
            is_external,
        };
        for (call, who) in [
            (kit.operator(), "a call by the operator"),
            (kit.by(key(false)), "an internal key"),
            (kit.by(key(true)), "an external key"),
            (kit.agent(&first.agent, &second.id), "Agent belongs to a different workspace."),
        ] {
            let told = refused::<canvas_push>(&call, json!({"html": "a"})).await;
            assert!(told.contains(who), "{told}");
            let told = refused::<canvas_clear>(&call, json!({})).await;
            assert!(told.contains(who), "{told}");
        }
        assert_eq!(pages(&first).await, [""; 0]);
    }
}
