//! Working state: values, hand-offs, history, called as tools by the agent whose state it is.

mod entries;
mod expecting;
mod handoffs;
mod owners;
mod reading;
mod turns;

use serde_json::{Value, json};
use tollgate_tools::call::Call;
use tollgate_tools::working_state::entry::{working_state_clear, working_state_set};
use tollgate_tools::working_state::handoff::working_state_handoff;
use tollgate_tools::working_state::state::working_state_get;

use crate::support::{Kit, World, run};

const HOUR_MS: i64 = 3_600_000;

/// A call by an agent that has no state yet.
async fn agent(kit: &Kit) -> Call {
    let [first, _] = World::two(kit).await;
    first.by_agent(kit)
}

fn value(key: &str, value: &str) -> Value {
    json!({"key": key, "value": value, "reason": "because"})
}

async fn set(call: &Call, arguments: Value) -> Value {
    run::<working_state_set>(call, arguments).await
}

async fn clear(call: &Call, key: &str) -> Value {
    run::<working_state_clear>(call, json!({"key": key, "reason": "over"})).await
}

async fn hand_off(call: &Call, arguments: Value) -> Value {
    run::<working_state_handoff>(call, arguments).await
}

/// The whole state, with all the history that there is.
async fn state(call: &Call) -> Value {
    run::<working_state_get>(call, json!({"history_limit": 100})).await
}

/// The values that are set, as `key=value`.
fn values(state: &Value) -> Vec<String> {
    let states = state["states"].as_array().unwrap();
    let text = |entry: &Value, name: &str| entry[name].as_str().unwrap().to_owned();
    states.iter().map(|it| format!("{}={}", text(it, "key"), text(it, "value"))).collect()
}
