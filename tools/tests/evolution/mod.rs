//! `evolution_toggle`: whose settings a caller may set. What the file becomes is the server's.

use std::sync::Arc;

use serde_json::{Value, json};
use tollgate_tools::agents;
use tollgate_tools::bind::Tool;
use tollgate_tools::call::{Call, Caller};
use tollgate_tools::decl::{Scope, Scopes};
use tollgate_tools::evolution::toggle::{EvolutionField, evolution_toggle};
use tollgate_tools::port::Ports;

use crate::support::{Kit, TestSettings, World, on_both, refused, run};

const UNKNOWN: &str = "01976f00-0000-7000-8000-00000000000f";

fn of(agent_id: &str) -> Value {
    json!({"agent_id": agent_id, "field": "gvu_enabled", "value": "true"})
}

/// The same call, where agents report as these pairs say.
fn reporting(kit: &Kit, call: &Call, pairs: &[[&str; 2]]) -> Call {
    let pairs = pairs.iter().map(|[agent, above]| ((*agent).to_owned(), (*above).to_owned()));
    let settings = TestSettings { reports_to: pairs.collect(), ..TestSettings::default() };
    let ports = Ports { settings: Arc::new(settings), ..kit.ports.clone() };
    kit.through(call.caller().clone(), kit.store.clone(), ports)
}

async fn hire(kit: &Kit, world: &World, name: &str) -> String {
    agents::admin::create(&world.workspace, &*kit.ports.clock, name).await.unwrap().id
}

/// Whether the call may set the agent's settings.
async fn may(call: &Call, agent_id: &str) -> bool {
    let raw = serde_json::value::to_raw_value(&of(agent_id)).unwrap();
    let prepared = (Tool::of::<evolution_toggle>().prepare)(&raw).unwrap();
    let Err(failure) = prepared.run(call).await else { return true };
    let told = failure.to_string();
    assert!(told.contains("does not report to you"), "{told}");
    false
}

on_both! {
    async fn the_operator_sets_it_for_every_agent_of_every_workspace(kit: Kit) {
        for world in World::two(kit).await {
            let done = run::<evolution_toggle>(&kit.operator(), json!({
                "agent_id": world.agent, "field": "stagnation_action", "value": " suppress ",
            })).await;
            assert_eq!(done, json!({
                "agent_id": world.agent,
                "field": "stagnation_action",
                "setting": "[evolution.stagnation_detection] action",
                "before": format!("{} evolution.stagnation_detection action", world.agent),
                "now": "suppress",
            }));
        }
        let text = refused::<evolution_toggle>(&kit.operator(), of(UNKNOWN)).await;
        assert_eq!(text, format!("no agent has the id `{UNKNOWN}`"));
    }

    async fn an_agent_sets_its_own_and_those_below_it(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let (boss, ada) = (&*first.agent, hire(kit, &first, "ada").await);
        let (bob, eve) = (hire(kit, &first, "bob").await, hire(kit, &first, "eve").await);
        // Bob names Ada, Ada has the id of the boss, Eve nobody.
        let pairs = [[&*bob, "ada"], [&*ada, boss], [&*eve, "nobody that there is"]];
        let call = |id: &str| reporting(kit, &kit.agent(id, &first.id), &pairs);
        for (caller, expected) in [
            (boss, [true, true, true, false]),
            (&*ada, [false, true, true, false]),
            (&*bob, [false, false, true, false]),
            (&*eve, [false, false, false, true]),
        ] {
            let mut found = Vec::new();
            for agent in [boss, &ada, &bob, &eve] {
                found.push(may(&call(caller), agent).await);
            }
            assert_eq!(found, expected, "{caller}");
        }
    }

    async fn agents_that_report_in_a_circle_have_nobody_above(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let (ada, bob) = (hire(kit, &first, "ada").await, hire(kit, &first, "bob").await);
        let pairs = [[&*ada, "bob"], [&*bob, "ada"]];
        let boss = reporting(kit, &first.by_agent(kit), &pairs);
        assert!(!may(&boss, &ada).await && !may(&boss, &bob).await);
        // Within the circle each is above the other.
        let ada = reporting(kit, &kit.agent(&ada, &first.id), &pairs);
        assert!(may(&ada, &bob).await);
        let alone = [[&*bob, &*bob]];
        assert!(!may(&reporting(kit, &ada, &alone), &bob).await);
    }

    async fn an_agent_of_another_workspace_is_like_one_that_is_not_there(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let pairs = [[&*second.agent, &*first.agent]];
        let call = reporting(kit, &first.by_agent(kit), &pairs);
        for id in [&*second.agent, UNKNOWN] {
            let text = refused::<evolution_toggle>(&call, of(id)).await;
            // Ids that were made at one time resemble each other.
            let near = format!("; did you mean `{}`?", first.agent);
            assert_eq!(text.replace(&near, ""), format!("no agent has the id `{id}`"));
        }
    }

    async fn a_name_is_answered_with_the_id(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let ada = hire(kit, &first, "ada").await;
        for call in [kit.operator(), first.by_agent(kit)] {
            let text = refused::<evolution_toggle>(&call, of("Ada")).await;
            let named = format!("; the agent named `ada` has the id `{ada}`");
            assert_eq!(text, format!("no agent has the id `Ada`{named}"));
            let mut slip = ada.clone();
            slip.pop();
            let text = refused::<evolution_toggle>(&call, of(&slip)).await;
            assert!(text.contains("; did you mean `"), "{text}");
        }
    }

    async fn a_key_has_nobody_below_it(kit: Kit) {
        let [first, _] = World::two(kit).await;
        for is_external in [false, true] {
            let call = kit.by(Caller::Key {
                client: "acme".to_owned(),
                scopes: Scopes::NONE.with(Scope::Admin),
                is_external,
            });
            for agent_id in [&*first.agent, UNKNOWN] {
                let text = refused::<evolution_toggle>(&call, of(agent_id)).await;
                assert!(text.starts_with("this key works in no workspace"), "{text}");
            }
        }
    }

    async fn what_is_no_field_is_refused_with_the_fields(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let mut arguments = of(&first.agent);
        arguments["field"] = json!("gvu");
        let text = refused::<evolution_toggle>(&kit.operator(), arguments).await;
        for field in EvolutionField::ALL {
            assert!(text.contains(field.word()), "{text}");
        }
    }
}
