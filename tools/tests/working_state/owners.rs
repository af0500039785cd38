//! Whose state it is: that of the agent that calls, and nobody else's.

use serde_json::{Value, json};
use tollgate_tools::agents;
use tollgate_tools::bind::Declared;
use tollgate_tools::call::{Call, Caller};
use tollgate_tools::decl::{Scope, Scopes};
use tollgate_tools::working_state::entry::{working_state_clear, working_state_set};
use tollgate_tools::working_state::handoff::working_state_handoff;
use tollgate_tools::working_state::state::working_state_get;

use super::{hand_off, set, state, value, values};
use crate::support::{Kit, World, on_both, refused};

const UNKNOWN: &str = "01976f00-0000-7000-8000-00000000000f";

/// What each of the four tools says to a caller.
async fn answers(call: &Call) -> [String; 4] {
    async fn of<T: Declared>(call: &Call, arguments: Value) -> String {
        refused::<T>(call, arguments).await
    }
    [
        of::<working_state_set>(call, value("k", "v")).await,
        of::<working_state_clear>(call, json!({"key": "k", "reason": "r"})).await,
        of::<working_state_handoff>(call, json!({"note": "n"})).await,
        of::<working_state_get>(call, json!({})).await,
    ]
}

on_both! {
    async fn every_agent_has_a_state_of_its_own(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let clock = &*kit.ports.clock;
        let other = agents::admin::create(&first.workspace, clock, "other").await.unwrap().id;
        let calls = [first.by_agent(kit), kit.agent(&other, &first.id), second.by_agent(kit)];
        for (at, call) in calls.iter().enumerate() {
            assert_eq!(set(call, value("k", &at.to_string())).await["version"], 1);
            hand_off(call, json!({"note": at.to_string()})).await;
            set(call, value("k", &format!("{at}{at}"))).await;
        }
        for (at, call) in calls.iter().enumerate() {
            let state = state(call).await;
            assert_eq!(values(&state), [format!("k={at}{at}")]);
            assert_eq!(state["handoff"]["note"], at.to_string());
            assert_eq!(state["history"].as_array().unwrap().len(), 1);
            assert_eq!(state["history"][0]["value"], at.to_string());
        }
    }

    async fn nobody_else_has_one(kit: Kit) {
        let key = |is_external| Caller::Key {
            client: "acme".to_owned(),
            scopes: Scopes::NONE.with(Scope::Admin),
            is_external,
        };
        for (call, who) in [
            (kit.operator(), "the operator"),
            (kit.by(key(false)), "an internal key"),
            (kit.by(key(true)), "an external key"),
        ] {
            for text in answers(&call).await {
                assert!(text.starts_with("only an agent can call this"), "{text}");
                assert!(text.ends_with(who), "{text}");
            }
        }
    }

    async fn an_agent_that_is_not_there_has_none(kit: Kit) {
        let [first, second] = World::two(kit).await;
        for text in answers(&kit.agent(UNKNOWN, &first.id)).await {
            assert_eq!(text, format!("Agent {UNKNOWN} not found."));
        }
        for text in answers(&kit.agent(&first.agent, &second.id)).await {
            assert_eq!(text, "Agent belongs to a different workspace.");
        }
    }
}
