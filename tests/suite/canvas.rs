//! Canvas over the compiled server: an agent with a token shows a page, and nobody else.

use serde_json::json;

use super::acting::{agent, open, structured, told};
use super::session::Home;

#[test]
fn a_page_of_the_largest_size_is_pushed_and_one_byte_more_is_refused() {
    let home = Home::new();
    let ada = agent(&home, "ada");
    let mut session = open(&home, &ada);
    let html = |bytes: usize| format!("<p>{}</p>", "x".repeat(bytes - 7));
    let arguments = json!({"html": html(262_144), "title": "Sales"});
    let done = structured(&mut session, "canvas_push", arguments);
    let expected = json!({"version": 1, "bytes": 262_144, "removed": [], "removed_kinds": 0});
    assert_eq!(done, expected);
    let text = told(&mut session, "canvas_push", json!({"html": html(262_145)}));
    assert!(text.contains("html has 262145 bytes, limit is 262144 (1 over)"), "{text}");
    session.close();

    // The version is the agent's, not the process's.
    let mut session = open(&home, &ada);
    let done = structured(&mut session, "canvas_push", json!({"html": "<b onclick=a>b</b>"}));
    assert_eq!((&done["version"], &done["removed"]), (&json!(2), &json!(["b[onclick]"])));
    let done = structured(&mut session, "canvas_clear", json!({}));
    assert_eq!(done, json!({"version": 3, "was_shown": true}));
    session.close();
}

#[test]
fn nobody_but_an_agent_sees_or_calls_it() {
    let home = Home::new();
    let mut session = open(&home, &[]);
    let listed = session.request("tools/list", json!({})).to_string();
    for (name, arguments) in [("canvas_push", json!({"html": "a"})), ("canvas_clear", json!({}))] {
        assert!(!listed.contains(name), "{listed}");
        let answer = session.call(name, arguments);
        assert_eq!(answer["error"]["code"], -32003, "{answer}");
        let text = answer["error"]["message"].as_str().unwrap();
        assert!(text.contains("acts as the agent that calls it"), "{answer}");
    }
    session.close();
}
