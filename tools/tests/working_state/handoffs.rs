//! `working_state_handoff`: plain notes, and hand-offs whose parts must fit their status.

use std::sync::Arc;

use serde_json::{Value, json};
use tollgate_tools::call::Call;
use tollgate_tools::port::{
    GrantTerms, Pending, Ports, SetError, SettingChange, SettingKey, Settings, SettingsClosed,
};
use tollgate_tools::working_state::handoff::working_state_handoff;

use super::{agent, hand_off, state};
use crate::support::{Kit, TestSettings, on_both, refused};

/// Settings that cannot be used.
#[derive(Debug)]
struct Closed;

impl Settings for Closed {
    fn handoff_bytes_max(&self) -> Pending<'_, Result<usize, SettingsClosed>> {
        Box::pin(async { Err(SettingsClosed) })
    }

    fn grant_terms<'a>(
        &'a self,
        _agent_id: &'a str,
    ) -> Pending<'a, Result<GrantTerms, SettingsClosed>> {
        Box::pin(async { Err(SettingsClosed) })
    }

    fn reports_to<'a>(
        &'a self,
        _agent_id: &'a str,
    ) -> Pending<'a, Result<Option<String>, SettingsClosed>> {
        Box::pin(async { Err(SettingsClosed) })
    }

    fn set<'a>(
        &'a self,
        _agent_id: &'a str,
        _key: SettingKey,
        _value: &'a str,
    ) -> Pending<'a, Result<SettingChange, SetError>> {
        Box::pin(async { Err(SettingsClosed.into()) })
    }
}

/// The same call under other settings.
fn under(kit: &Kit, call: &Call, settings: impl Settings + 'static) -> Call {
    let ports = Ports { settings: Arc::new(settings), ..kit.ports.clone() };
    kit.through(call.caller().clone(), kit.store.clone(), ports)
}

/// A hand-off of this many bytes, nearly all of them characters of three bytes.
fn of_bytes(bytes: usize) -> Value {
    let three = "\u{65e5}";
    let rest = bytes - 3 * 3 - 1;
    json!({
        "status": "blocked",
        "note": three,
        "next_steps": three,
        "evidence": format!("{}{}", three.repeat(rest / 3), "x".repeat(rest % 3)),
        "blocker": format!("{three}x"),
    })
}

on_both! {
    async fn a_plain_note_is_cut_after_1200_characters(kit: Kit) {
        let call = agent(kit).await;
        for (chars, truncated) in [(1_200, false), (1_201, true), (6_000, true)] {
            let done = hand_off(&call, json!({"note": "\u{65e5}".repeat(chars)})).await;
            assert_eq!(done["truncated"], truncated);
            let state = state(&call).await;
            assert_eq!(state["handoff"]["note"], "\u{65e5}".repeat(1_200));
            assert_eq!(state["handoff"].get("status"), None);
            assert_eq!(state["handoff"]["version"], done["version"]);
        }
    }

    async fn parts_that_fit_their_status_are_kept_word_for_word(kit: Kit) {
        let call = agent(kit).await;
        for (version, handoff) in (1..).zip([
            json!({"status": "continue", "note": "n", "next_steps": "s\n- t"}),
            json!({"status": "continue", "note": "n", "next_steps": "s", "evidence": "e"}),
            json!({"status": "complete", "note": " n ", "evidence": "e"}),
            json!({"status": "blocked", "note": "n", "blocker": "b"}),
            json!({
                "status": "blocked", "note": "n",
                "next_steps": "s", "evidence": "e", "blocker": "b",
            }),
        ]) {
            let done = hand_off(&call, handoff.clone()).await;
            assert_eq!(done, json!({"ok": true, "version": version, "truncated": false}));
            let mut kept = state(&call).await["handoff"].take();
            kept.as_object_mut().unwrap().retain(|name, _| name != "set_at" && name != "version");
            assert_eq!(kept, handoff);
        }
    }

    async fn parts_that_do_not_fit_their_status_are_refused_all_at_once(kit: Kit) {
        let call = agent(kit).await;
        hand_off(&call, json!({"note": "kept"})).await;
        let blocked = "while something stands in the way the status is `blocked`";
        let steps = "what the next wake-up is to do first";
        for (parts, text) in [
            (json!({"status": "continue"}), format!("status `continue` needs next_steps: {steps}")),
            (
                json!({"status": "continue", "next_steps": " \n"}),
                format!("status `continue` needs next_steps: {steps}"),
            ),
            (
                json!({"status": "continue", "next_steps": "s", "blocker": "b"}),
                format!("status `continue` takes no blocker: {blocked}"),
            ),
            (
                json!({"status": "complete"}),
                "status `complete` needs evidence: what shows it, such as a test run, a commit \
                 or a link; saying that it is done is no evidence".to_owned(),
            ),
            (
                json!({"status": "complete", "evidence": "e", "blocker": "b"}),
                format!("status `complete` takes no blocker: {blocked}"),
            ),
            (
                json!({"status": "complete", "evidence": "e", "next_steps": "s", "blocker": "b"}),
                format!(
                    "status `complete` takes no next_steps: while steps are left the status is \
                     `continue`; status `complete` takes no blocker: {blocked}"
                ),
            ),
            (
                json!({"status": "blocked", "blocker": "\u{3000}", "evidence": " "}),
                "evidence is blank: leave it out, or say something; status `blocked` needs \
                 blocker: what exactly stands in the way, and who or what can remove it".to_owned(),
            ),
            (
                json!({"next_steps": "s", "evidence": "e", "blocker": "b"}),
                ["next_steps", "evidence", "blocker"]
                    .map(|part| {
                        format!("{part} needs a status: `continue`, `complete` or `blocked`")
                    })
                    .join("; "),
            ),
        ] {
            let mut arguments = parts;
            arguments["note"] = json!("lost");
            assert_eq!(
                refused::<working_state_handoff>(&call, arguments).await,
                format!("The hand-off was refused: {text}.")
            );
        }
        let state = state(&call).await;
        assert_eq!((&state["handoff"]["note"], &state["version"]), (&json!("kept"), &json!(1)));
    }

    async fn other_words_and_nothing_to_say_are_refused(kit: Kit) {
        let call = agent(kit).await;
        for (arguments, text) in [
            (json!({"note": "n", "status": "done"}), "status (expected "),
            (
                json!({"note": "n", "status": "blocked", "blocker": ""}),
                "status `blocked` needs blocker: ",
            ),
            (json!({"note": "n", "evidence": ""}), "evidence needs a status: "),
            (json!({"note": ""}), "note (expected text that is not blank)"),
            (json!({"note": " \n"}), "note (expected text that is not blank)"),
            (
                json!({"note": " ", "status": "complete", "evidence": "e"}),
                "note (expected text that is not blank)",
            ),
            (json!({"status": "complete", "evidence": "e"}), "note (missing, expected "),
        ] {
            let told = refused::<working_state_handoff>(&call, arguments).await;
            assert!(told.contains(text), "{told}");
        }
        assert_eq!(state(&call).await["version"], 0);
    }

    async fn over_the_limit_the_whole_hand_off_is_refused(kit: Kit) {
        let call = agent(kit).await;
        for (limit, by) in [
            (16_384, call.clone()),
            (100, under(kit, &call, TestSettings { handoff_bytes_max: 100, ..Default::default() })),
        ] {
            let handoff = of_bytes(limit);
            let version = hand_off(&by, handoff.clone()).await["version"].clone();
            let told = refused::<working_state_handoff>(&by, of_bytes(limit + 1)).await;
            let start = format!(
                "The hand-off was refused whole: note, next_steps, evidence and blocker have {} \
                 bytes together, limit is {limit} (1 over). ",
                limit + 1
            );
            assert!(told.starts_with(&start), "{told}");
            let state = state(&call).await;
            assert_eq!(state["version"], version);
            assert_eq!(state["handoff"]["evidence"], handoff["evidence"]);
        }
    }

    async fn without_a_limit_to_read_only_plain_notes_are_taken(kit: Kit) {
        let call = agent(kit).await;
        let closed = under(kit, &call, Closed);
        assert_eq!(
            refused::<working_state_handoff>(&closed, of_bytes(50)).await,
            SettingsClosed.to_string()
        );
        assert_eq!(hand_off(&closed, json!({"note": "n"})).await["version"], 1);
    }

    async fn the_hand_off_before_stays_in_the_history(kit: Kit) {
        let call = agent(kit).await;
        let first = json!({
            "status": "blocked", "note": "n", "next_steps": "s", "evidence": "e", "blocker": "b",
        });
        hand_off(&call, first.clone()).await;
        hand_off(&call, json!({"note": "m"})).await;
        hand_off(&call, json!({"note": "l"})).await;
        let state = state(&call).await;
        assert_eq!(state["handoff"]["note"], "l");
        let history = state["history"].as_array().unwrap();
        assert_eq!(history.len(), 2);
        assert_eq!((&history[0]["version"], &history[0]["value"]), (&json!(3), &json!("m")));
        assert_eq!((&history[1]["version"], &history[1]["value"]), (&json!(2), &json!("n")));
        for name in ["status", "next_steps", "evidence", "blocker"] {
            assert_eq!(history[1][name], first[name]);
            assert_eq!(history[0].get(name), None);
        }
        assert_eq!(history[1].get("key"), None);
    }
}
