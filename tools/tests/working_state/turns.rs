//! Several writers of one agent's state at once: each has its turn, its version and its effect.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tollgate_tools::bind::{Failure, Tool};
use tollgate_tools::call::Call;
use tollgate_tools::working_state::entry::working_state_set;

use super::{agent, clear, hand_off, set, state, value, values};
use crate::support::{Kit, on_both};

const WRITERS: usize = 6;

/// The same agent through two stores over the same records, as two processes have them.
async fn two(kit: &Kit) -> [Call; 2] {
    let call = agent(kit).await;
    let second = kit.through(call.caller().clone(), kit.second_store(), kit.ports.clone());
    [call, second]
}

/// Adds one to the counter `n`, by comparing and setting until nobody was faster.
async fn count_up(call: &Call) {
    loop {
        let state = state(call).await;
        let seen = state["states"][0]["value"].as_str().unwrap().to_owned();
        let next = seen.parse::<usize>().unwrap() + 1;
        let arguments = json!({
            "key": "n", "value": next.to_string(), "reason": "count", "expected_value": seen,
        });
        let raw = serde_json::value::to_raw_value(&arguments).unwrap();
        let prepared = (Tool::of::<working_state_set>().prepare)(&raw).unwrap();
        match prepared.run(call).await {
            Ok(_) => return,
            Err(Failure::Refused(text)) => assert!(text.contains("is now"), "{text}"),
            Err(other) => panic!("{other}: {:?}", std::error::Error::source(&other)),
        }
    }
}

/// The greatest version that anything in the state carries.
fn newest(state: &Value) -> i64 {
    let rows = ["states", "history"].iter().flat_map(|name| state[name].as_array().unwrap());
    let rows = rows.chain(state.get("handoff"));
    rows.map(|row| row["version"].as_i64().unwrap()).max().unwrap_or_default()
}

on_both! {
    async fn no_write_is_lost_and_none_shares_a_version(kit: Kit) {
        let calls = two(kit).await;
        let writes = (0..WRITERS).map(|writer| {
            let call = calls[writer % 2].clone();
            tokio::spawn(async move {
                let key = format!("k{writer}");
                let mut versions = Vec::new();
                for done in [
                    set(&call, value("shared", &key)).await,
                    set(&call, value(&key, "one")).await,
                    hand_off(&call, json!({"note": key})).await,
                    set(&call, value(&key, "two")).await,
                    clear(&call, &key).await,
                    set(&call, value(&key, "three")).await,
                ] {
                    versions.push(done["version"].as_i64().unwrap());
                }
                versions
            })
        });
        let mut versions = Vec::new();
        for write in writes.collect::<Vec<_>>() {
            versions.extend(write.await.unwrap());
        }
        let total = i64::try_from(versions.len()).unwrap();
        assert_eq!(versions.into_iter().collect::<BTreeSet<_>>(), (1..=total).collect());
        let state = state(&calls[0]).await;
        assert_eq!(state["version"], total);
        assert_eq!(state["states"].as_array().unwrap().len(), WRITERS + 1);
        // Two of each writer's own values ended, and all but the last of what they share.
        assert_eq!(state["history"].as_array().unwrap().len(), 2 * WRITERS + 2 * (WRITERS - 1));
    }

    async fn counting_by_comparing_and_setting_misses_nothing(kit: Kit) {
        let calls = two(kit).await;
        set(&calls[0], value("n", "0")).await;
        let writes = (0..WRITERS).map(|writer| {
            let call = calls[writer % 2].clone();
            tokio::spawn(async move {
                for _ in 0..4 {
                    count_up(&call).await;
                }
            })
        });
        for write in writes.collect::<Vec<_>>() {
            write.await.unwrap();
        }
        let state = state(&calls[1]).await;
        assert_eq!(values(&state), [format!("n={}", 4 * WRITERS)]);
        assert_eq!(state["version"], 1 + 4 * WRITERS);
    }

    async fn a_reader_sees_the_state_as_of_one_moment(kit: Kit) {
        let [reader, writer] = two(kit).await;
        let writing = tokio::spawn(async move {
            for round in 0..20 {
                set(&writer, value("k", &round.to_string())).await;
                hand_off(&writer, json!({"note": round.to_string()})).await;
                clear(&writer, "k").await;
            }
        });
        while !writing.is_finished() {
            let state = state(&reader).await;
            assert_eq!(state["version"], newest(&state), "{state}");
        }
        writing.await.unwrap();
        assert_eq!(state(&reader).await["version"], 60);
    }
}
