//! `working_state_get`: the order and the bounds of what it shows.

use serde_json::{Value, json};
use tollgate_tools::call::Call;
use tollgate_tools::working_state::state::working_state_get;

use super::{agent, hand_off, set, state, value, values};
use crate::support::{Kit, on_both, refused, run};

/// The history of an answer as values, and whether there is older history.
async fn history(call: &Call, arguments: Value) -> (Vec<String>, bool) {
    let state = run::<working_state_get>(call, arguments).await;
    let history = state["history"].as_array().unwrap();
    let values = history.iter().map(|ended| ended["value"].as_str().unwrap().to_owned());
    (values.collect(), state["older_history"].as_bool().unwrap())
}

/// The numbers from `newest` down to `oldest`.
fn down(newest: u32, oldest: u32) -> Vec<String> {
    (oldest..=newest).rev().map(|number| number.to_string()).collect()
}

on_both! {
    async fn a_state_that_was_never_written_is_empty(kit: Kit) {
        let call = agent(kit).await;
        assert_eq!(
            run::<working_state_get>(&call, json!({})).await,
            json!({"version": 0, "states": [], "history": [], "older_history": false})
        );
    }

    async fn values_come_in_the_order_of_their_keys(kit: Kit) {
        let call = agent(kit).await;
        for key in ["b", "a_b", "a-b", "a.b", "ab", "10", "9", "a"] {
            set(&call, value(key, "v")).await;
        }
        let sorted = ["10", "9", "a", "a-b", "a.b", "a_b", "ab", "b"];
        assert_eq!(values(&state(&call).await), sorted.map(|key| format!("{key}=v")));
    }

    async fn the_history_has_a_limit_and_says_that_there_is_more(kit: Kit) {
        let call = agent(kit).await;
        for number in 1..=22 {
            set(&call, value("k", &number.to_string())).await;
        }
        assert_eq!(history(&call, json!({})).await, (down(21, 2), true));
        assert_eq!(history(&call, json!({"history_limit": 1})).await, (down(21, 21), true));
        assert_eq!(history(&call, json!({"history_limit": "21"})).await, (down(21, 1), false));
        assert_eq!(history(&call, json!({"history_limit": 100})).await, (down(21, 1), false));
        for limit in [0, 101] {
            let arguments = json!({"history_limit": limit});
            let text = refused::<working_state_get>(&call, arguments).await;
            assert!(text.contains("history_limit (expected "), "{text}");
        }
    }

    async fn the_newest_hundred_are_kept(kit: Kit) {
        let call = agent(kit).await;
        for number in 1..=101 {
            set(&call, value("k", &number.to_string())).await;
        }
        let all = json!({"history_limit": 100});
        assert_eq!(history(&call, all.clone()).await, (down(100, 1), false));
        // A write that ends nothing has a version and no place in the history.
        set(&call, value("other", "v")).await;
        set(&call, value("k", "102")).await;
        assert_eq!(history(&call, all).await, (down(101, 2), false));
    }

    async fn the_history_of_one_answer_is_bounded_in_bytes(kit: Kit) {
        let call = agent(kit).await;
        // Each is 16,384 bytes at most as stored, and twice that as JSON.
        for number in 0..12 {
            let note = format!("{number:02}{}", "\n".repeat(16_380));
            let handoff = json!({"status": "complete", "note": note, "evidence": "e"});
            hand_off(&call, handoff).await;
        }
        let state = state(&call).await;
        let shown = state["history"].as_array().unwrap();
        let bytes = serde_json::to_vec(shown).unwrap().len();
        let each = serde_json::to_vec(&shown[0]).unwrap().len() + 1;
        assert!(bytes <= 128 * 1_024 && bytes + each > 128 * 1_024, "{bytes}, {each} each");
        assert_eq!(state["older_history"], true);
        assert!(shown[0]["value"].as_str().unwrap().starts_with("10"), "the newest come first");
    }
}
