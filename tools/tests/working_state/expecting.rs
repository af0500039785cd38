//! `expected_value`: setting a value only when it is still what the caller saw.

use serde_json::{Value, json};
use tollgate_tools::working_state::entry::working_state_set;

use super::{agent, clear, set, state, value, values};
use crate::support::{Kit, on_both, refused};

fn expecting(expected: &str, new: &str) -> Value {
    json!({"key": "k", "value": new, "reason": "because", "expected_value": expected})
}

on_both! {
    async fn a_value_that_is_as_expected_is_replaced(kit: Kit) {
        let call = agent(kit).await;
        set(&call, value("k", "one")).await;
        assert_eq!(set(&call, expecting("one", "two")).await["superseded"], "one");
        assert_eq!(values(&state(&call).await), ["k=two"]);
    }

    async fn another_value_is_told_and_kept(kit: Kit) {
        let call = agent(kit).await;
        set(&call, value("k", "one")).await;
        for expected in ["two", "One", "one ", ""] {
            assert_eq!(
                refused::<working_state_set>(&call, expecting(expected, "lost")).await,
                "`k` has another value than expected_value. Its value is now \"one\"; \
                 decide with that, and expect it."
            );
        }
        let state = state(&call).await;
        assert_eq!((values(&state), &state["version"]), (vec!["k=one".to_owned()], &json!(1)));
    }

    async fn nothing_can_be_expected_too(kit: Kit) {
        let call = agent(kit).await;
        assert_eq!(
            refused::<working_state_set>(&call, expecting("one", "lost")).await,
            "`k` has another value than expected_value: it has none now. \
             To set a key that has none, expect \"\"."
        );
        assert_eq!(set(&call, expecting("", "one")).await["version"], 1);
        clear(&call, "k").await;
        assert_eq!(set(&call, expecting("", "two")).await["version"], 3);
    }

    async fn a_value_that_was_cut_is_expected_by_its_whole_text(kit: Kit) {
        let call = agent(kit).await;
        let whole = "\u{65e5}".repeat(500);
        assert_eq!(set(&call, value("k", &whole)).await["truncated"], true);
        assert_eq!(set(&call, expecting(&whole, "short")).await["truncated"], false);
        assert_eq!(values(&state(&call).await), ["k=short"]);
    }
}
