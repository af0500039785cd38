//! `working_state_set` and `working_state_clear`: values, their bounds and their time.

use serde_json::{Value, json};
use tollgate_tools::working_state::entry::{working_state_clear, working_state_set};

use super::{HOUR_MS, agent, clear, set, state, value, values};
use crate::support::{Kit, on_both, refused, run};

on_both! {
    async fn a_value_is_set_and_read_back(kit: Kit) {
        let call = agent(kit).await;
        let done = set(&call, json!({
            "key": "open-pr", "value": "#12", "reason": "waits for review", "ttl_hours": 1,
        })).await;
        assert_eq!(done, json!({"ok": true, "version": 1, "truncated": false}));
        let mut state = state(&call).await;
        let entry = &mut state["states"][0];
        assert!(entry["set_at"].as_str().unwrap().starts_with("2026-11-30T19:34:56"), "{entry}");
        assert!(entry["expires_at"].as_str().unwrap().starts_with("2026-11-30T20:34:56"));
        entry["set_at"] = Value::Null;
        entry["expires_at"] = Value::Null;
        assert_eq!(state, json!({
            "version": 1,
            "states": [{
                "key": "open-pr", "value": "#12", "reason": "waits for review", "version": 1,
                "set_at": null, "expires_at": null, "expired": false,
            }],
            "history": [],
            "older_history": false,
        }));
    }

    async fn what_is_replaced_or_retired_is_kept_with_the_reasons(kit: Kit) {
        let call = agent(kit).await;
        set(&call, json!({"key": "k", "value": "one", "reason": "first"})).await;
        let done = set(&call, json!({"key": "k", "value": "two", "reason": "second"})).await;
        assert_eq!(
            done,
            json!({"ok": true, "version": 2, "superseded": "one", "truncated": false})
        );
        let done = clear(&call, "k").await;
        assert_eq!(
            done,
            json!({"ok": true, "version": 3, "retired_value": "two", "truncated": false})
        );
        let state = state(&call).await;
        assert_eq!(values(&state), [""; 0]);
        assert_eq!(state["version"], 3);
        let told: Vec<_> = state["history"].as_array().unwrap().iter().map(|ended| {
            ["version", "key", "value", "reason", "because"].map(|name| ended[name].to_string())
        }).collect();
        assert_eq!(told, [
            ["3", "\"k\"", "\"two\"", "\"second\"", "\"over\""],
            ["2", "\"k\"", "\"one\"", "\"first\"", "\"second\""],
        ]);
        let [newest, oldest] = [0, 1].map(|at| &state["history"][at]);
        assert!(newest["set_at"].as_str() < newest["ended_at"].as_str(), "{newest}");
        assert_eq!(oldest["ended_at"], newest["set_at"]);
    }

    async fn longer_texts_are_cut_between_characters(kit: Kit) {
        let call = agent(kit).await;
        for (value, reason, truncated) in [(400, 200, false), (401, 200, true), (400, 201, true)] {
            let done = set(&call, json!({
                "key": "k", "value": "\u{65e5}".repeat(value), "reason": "\u{1f980}".repeat(reason),
            })).await;
            assert_eq!(done["truncated"], truncated, "{value}, {reason}");
            let state = state(&call).await;
            assert_eq!(state["states"][0]["value"], "\u{65e5}".repeat(400));
            assert_eq!(state["states"][0]["reason"], "\u{1f980}".repeat(200));
        }
        let longest = json!({"key": "k", "value": "x".repeat(20_000), "reason": "r"});
        assert_eq!(set(&call, longest).await["truncated"], true);
        let reason = "\u{1f980}".repeat(201);
        let arguments = json!({"key": "k", "reason": reason});
        let done = run::<working_state_clear>(&call, arguments).await;
        assert_eq!(done["truncated"], true);
        assert_eq!(state(&call).await["history"][0]["because"], "\u{1f980}".repeat(200));
    }

    async fn what_is_no_value_is_refused_and_changes_nothing(kit: Kit) {
        let call = agent(kit).await;
        set(&call, value("k", "kept")).await;
        for (name, wrong, text) in [
            ("key", json!("Open PR"), "got \"Open PR\"); did you mean `open-pr`?"),
            ("key", json!(""), "got \"\")"),
            ("key", json!("-"), "key (expected ^[a-z0-9][a-z0-9._-]{0,63}$, got \"-\")"),
            ("key", json!("k".repeat(65)), "key (expected "),
            ("value", json!(""), "value (expected text that is not blank)"),
            ("value", json!(" \u{3000}"), "value (expected text that is not blank)"),
            ("value", json!("one\ntwo"), "value (expected one line without control characters, \
                got \\u{a} as character 4)"),
            ("value", json!("x".repeat(20_001)), "value (expected "),
            ("value", json!(12), "value (expected "),
            ("reason", json!(" "), "reason (expected text that is not blank)"),
            ("reason", json!("x".repeat(20_001)), "reason (expected "),
        ] {
            let mut arguments = value("k", "lost");
            arguments[name] = wrong;
            let told = refused::<working_state_set>(&call, arguments).await;
            assert!(told.contains(text), "{told}");
        }
        let told = refused::<working_state_clear>(&call, json!({"key": "k", "reason": " "})).await;
        assert!(told.contains("reason (expected text that is not blank)"), "{told}");
        let state = state(&call).await;
        assert_eq!((values(&state), &state["version"]), (vec!["k=kept".to_owned()], &json!(1)));
    }

    async fn a_key_that_is_not_set_cannot_be_cleared(kit: Kit) {
        let call = agent(kit).await;
        set(&call, value("open-pr", "#12")).await;
        for (key, text) in [
            ("open-rp", "`open-rp` is not set; working_state_get lists the keys that are; \
                did you mean `open-pr`?"),
            ("other", "`other` is not set; working_state_get lists the keys that are"),
        ] {
            let arguments = json!({"key": key, "reason": "over"});
            assert_eq!(refused::<working_state_clear>(&call, arguments).await, text);
        }
        assert_eq!(state(&call).await["version"], 1);
    }

    async fn an_expired_value_is_flagged_and_not_hidden(kit: Kit) {
        let call = agent(kit).await;
        let times = [("half", json!(0.5)), ("longest", json!(720)), ("soon", json!(1e-9))];
        for (key, ttl_hours) in times {
            let mut arguments = value(key, "v");
            arguments["ttl_hours"] = ttl_hours;
            set(&call, arguments).await;
        }
        set(&call, value("lasting", "v")).await;
        let mut seen = Vec::new();
        for hours in [0, 1, 719, 1] {
            kit.clock.advance(hours * HOUR_MS);
            let state = state(&call).await;
            let states = state["states"].as_array().unwrap();
            let expired = states.iter().filter(|entry| entry["expired"] == true);
            let keys: Vec<_> = expired.map(|entry| entry["key"].as_str().unwrap()).collect();
            seen.push(keys.join(" "));
            assert_eq!(states.len(), 4);
        }
        assert_eq!(seen, ["soon", "half soon", "half longest soon", "half longest soon"]);
        // Replacing takes the expiry along.
        set(&call, value("half", "again")).await;
        let state = state(&call).await;
        assert_eq!(state["states"][0]["expired"], false);
        assert_eq!(state["states"][0].get("expires_at"), None);
    }

    async fn a_time_is_more_than_nothing_and_at_most_thirty_days(kit: Kit) {
        let call = agent(kit).await;
        for (ttl_hours, text) in [
            (json!(0), "ttl_hours (expected more than 0, at most 720, got 0)"),
            (json!(-1), "ttl_hours (expected "),
            (json!(720.000_001), "ttl_hours (expected "),
            (json!("1"), "ttl_hours (expected "),
        ] {
            let mut arguments = value("k", "v");
            arguments["ttl_hours"] = ttl_hours;
            let told = refused::<working_state_set>(&call, arguments).await;
            assert!(told.contains(text), "{told}");
        }
    }

    async fn there_are_thirty_two_keys_and_each_can_be_replaced(kit: Kit) {
        let call = agent(kit).await;
        for key in 0..32 {
            let mut arguments = value(&format!("k{key}"), "v");
            if key < 2 {
                arguments["ttl_hours"] = json!(1);
            }
            set(&call, arguments).await;
        }
        let full = "All 32 keys are in use, so `more` cannot be added; \
                    replace one, or clear one with working_state_clear";
        assert_eq!(refused::<working_state_set>(&call, value("more", "v")).await, full);
        kit.clock.advance(2 * HOUR_MS);
        let told = refused::<working_state_set>(&call, value("more", "v")).await;
        assert_eq!(told, format!("{full}; expired: `k0`, `k1`"));
        assert_eq!(set(&call, value("k31", "w")).await["version"], 33);
        clear(&call, "k0").await;
        assert_eq!(set(&call, value("more", "v")).await["version"], 35);
    }
}
