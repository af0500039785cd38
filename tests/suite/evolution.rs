//! `evolution_toggle` over the compiled server: the file, other processes, and what is noticed.

use std::fs;
use std::thread;

use serde_json::{Value, json};

use super::acting::{agent, open, structured, told};
use super::session::{Home, Session};

fn toggle(id: &str, field: &str, value: &str) -> Value {
    json!({"agent_id": id, "field": field, "value": value})
}

/// Makes an agent and its file; its id and the environment that proves it.
fn hired(home: &Home, name: &str, text: &str) -> (String, [(&'static str, String); 2]) {
    let env = agent(home, name);
    let id = env[0].1.clone();
    fs::create_dir_all(home.path().join("agents").join(&id)).unwrap();
    fs::write(file(home, &id), text).unwrap();
    (id, env)
}

fn file(home: &Home, id: &str) -> std::path::PathBuf {
    home.path().join("agents").join(id).join("agent.toml")
}

#[test]
fn one_value_changes_and_every_other_byte_stays() {
    let home = Home::new();
    let text = "# Ada\n[evolution]\nmax_silence_hours = 7 # a week?\n[fork]\nenabled = true\n";
    let (id, _) = hired(&home, "ada", text);
    let mut session = open(&home, &[]);
    let done = structured(&mut session, "evolution_toggle", toggle(&id, "max_silence_hours", "8"));
    assert_eq!((&done["before"], &done["now"]), (&json!("7"), &json!("8")));
    assert_eq!(done["setting"], "[evolution] max_silence_hours");
    let expected = text.replace("= 7", "= 8");
    assert_eq!(fs::read_to_string(file(&home, &id)).unwrap(), expected);

    let range = "stagnation_window_seconds: found the integer 59, \
                 expected an integer from 60 to 604800";
    let wrong = toggle(&id, "stagnation_window_seconds", "59");
    let text = told(&mut session, "evolution_toggle", wrong);
    assert!(text.contains(range), "{text}");
    assert_eq!(fs::read_to_string(file(&home, &id)).unwrap(), expected);

    fs::write(file(&home, &id), "[evolution]\ngvu = true\n").unwrap();
    let text = told(&mut session, "evolution_toggle", toggle(&id, "gvu_enabled", "true"));
    let mistake = format!("agents/{id}/agent.toml:2:1: evolution.gvu: unknown key");
    assert!(text.contains(&mistake) && text.contains("did you mean `gvu_enabled`"), "{text}");
    assert_eq!(fs::read_to_string(file(&home, &id)).unwrap(), "[evolution]\ngvu = true\n");

    fs::remove_file(file(&home, &id)).unwrap();
    structured(&mut session, "evolution_toggle", toggle(&id, "stagnation_enabled", "yes"));
    let made = "[evolution.stagnation_detection]\nenabled = true\n";
    assert_eq!(fs::read_to_string(file(&home, &id)).unwrap(), made);
    home.run(&["check"]);
    session.close();
}

#[test]
fn processes_that_write_at_once_lose_nothing() {
    const FIELDS: [&str; 3] = ["max_silence_hours", "max_gvu_generations", "max_active_skills"];
    let home = Home::new();
    let (id, ada) = hired(&home, "ada", "# mine\n");
    thread::scope(|scope| {
        for field in FIELDS {
            let (home, ada, id) = (&home, &ada, &id);
            scope.spawn(move || {
                let mut session = open(home, ada);
                for value in 1..=6 {
                    let arguments = toggle(id, field, &value.to_string());
                    let done = structured(&mut session, "evolution_toggle", arguments);
                    assert_eq!(done["now"], value.to_string());
                }
                session.close();
            });
        }
    });
    let text = fs::read_to_string(file(&home, &id)).unwrap();
    assert!(text.starts_with("# mine\n"), "{text}");
    for field in FIELDS {
        assert!(text.contains(&format!("{field} = 6\n")), "{text}");
    }
}

#[test]
fn nobody_is_told_of_a_change_that_changes_no_list() {
    let home = Home::new();
    let (id, ada) = hired(&home, "ada", "[evolution]\n");
    let mut session = open(&home, &ada);
    session.request("tools/list", json!({}));
    let mut operator = open(&home, &[]);
    for value in ["true", "false", "true"] {
        structured(&mut operator, "evolution_toggle", toggle(&id, "gvu_enabled", value));
        structured(&mut session, "evolution_toggle", toggle(&id, "max_active_skills", "9"));
    }
    // The file that took the place of the old one is followed: this change does change her list,
    // and is the first that she is told of.
    let text = fs::read_to_string(file(&home, &id)).unwrap();
    let text = format!("{text}[capabilities]\ndenied_tools = [\"todo_read\"]\n");
    fs::write(file(&home, &id), text).unwrap();
    let notice = session.receive();
    assert_eq!(notice["method"], "notifications/tools/list_changed", "{notice}");
    assert_eq!(followed_by(&mut session), 0);
    session.close();
    operator.close();
}

/// The messages that come before the answer to one more request.
fn followed_by(session: &mut Session) -> usize {
    session.send(&json!({"jsonrpc": "2.0", "id": "last", "method": "ping"}));
    let mut count = 0;
    while session.receive()["id"] != "last" {
        count += 1;
    }
    count
}

#[test]
fn an_agent_reaches_those_below_it_and_nobody_else() {
    let home = Home::new();
    let (ada, env) = hired(&home, "ada", "");
    let hire =
        |name: &str| home.run(&["agent", "create", "--workspace", "ada", name]).trim().to_owned();
    let (bob, eve) = (hire("bob"), hire("eve"));
    let (other, _) = hired(&home, "other", &format!("[agent]\nreports_to = \"{ada}\"\n"));
    fs::create_dir_all(home.path().join("agents").join(&bob)).unwrap();
    fs::write(file(&home, &bob), "[agent]\nreports_to = \"ada\"\n").unwrap();
    let mut session = open(&home, &env);
    for id in [&ada, &bob] {
        structured(&mut session, "evolution_toggle", toggle(id, "gvu_enabled", "true"));
    }
    for (id, words) in [(&eve, "does not report to you"), (&other, "no agent has the id")] {
        let text = told(&mut session, "evolution_toggle", toggle(id, "gvu_enabled", "true"));
        assert!(text.contains(words), "{text}");
    }
    assert!(!file(&home, &eve).exists());
    session.close();
}
