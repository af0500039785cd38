//! `tollgate key`: what is shown of a key, when, and to whom.

use serde_json::Value;
use tollgate::settings::{AGENT_ID, AGENT_TOKEN};

use super::{Home, Run};

const ACME: &[&str] =
    &["key", "create", "acme", "--kind", "external", "--scope", "memory:read,wiki:read"];

#[track_caller]
fn json(home: &Home, arguments: &[&str]) -> Value {
    serde_json::from_str(&home.answer(&[arguments, &["--json"]].concat())).unwrap()
}

/// The folder of the home, as bytes of all its files.
fn bytes_of(home: &Home) -> Vec<u8> {
    let files = std::fs::read_dir(home.path()).unwrap();
    files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect()
}

#[test]
fn a_key_is_shown_once_and_kept_nowhere() {
    let home = Home::new();
    let text = home.answer(ACME);
    let (key, rest) = text.split_once('\n').unwrap();
    assert_eq!(key.len(), 102);
    assert!(key.starts_with("tollgate_key_"), "{key}");
    assert!(rest.contains("the only time that it is shown"), "{rest}");
    assert!(rest.contains("Kind external, for acme, with the id "), "{rest}");
    let secret = &key[30..94];
    let id = &key["tollgate_key_".len()..][..16];
    let list = home.answer(&["key", "list"]) + &json(&home, &["key", "list"]).to_string();
    assert!(list.contains(id) && !list.contains(secret), "{list}");
    let bytes = bytes_of(&home);
    let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(id) && !holds(secret));
}

#[test]
fn a_list_says_what_each_key_is_worth() {
    let home = Home::new();
    let made = json(&home, ACME);
    let second = json(&home, &["key", "create", "laptop", "--kind", "operator", "--days", "365"]);
    let ended = json(&home, &["key", "revoke", second["id"].as_str().unwrap()]);
    assert_eq!(ended["state"], "revoked");
    let list = json(&home, &["key", "list"]);
    assert_eq!(list[0]["id"], made["id"]);
    assert_eq!(list[0]["state"], "live");
    assert_eq!(list[0]["scopes"], serde_json::json!(["memory:read", "wiki:read"]));
    assert_eq!(list[0]["used_at"], Value::Null);
    assert_eq!(list[1], ended);
    assert!(list.as_array().unwrap().iter().all(|key| key.get("key").is_none()));
    let text = home.answer(&["key", "list"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("external  live        ends "), "{text}");
    assert!(lines[0].ends_with("used never                     acme  memory:read,wiki:read"));
    assert!(lines[1].contains("operator  revoked     ends "), "{text}");
    assert!(lines[1].ends_with("laptop  -"), "{text}");
}

#[test]
fn a_rotated_key_has_a_successor_with_its_rights() {
    let home = Home::new();
    let old = json(&home, ACME);
    let id = old["id"].as_str().unwrap();
    let new = json(&home, &["key", "rotate", id, "--grace-hours", "2"]);
    assert_eq!((&new["scopes"], &new["client"]), (&old["scopes"], &old["client"]));
    assert_ne!(new["key"], old["key"]);
    let list = json(&home, &["key", "list"]);
    assert_eq!((&list[0]["state"], &list[0]["replaced_by"]), (&"live".into(), &new["id"]));
    let text = home.complaint(1, &["key", "rotate", id]);
    assert!(text.contains(&format!("was replaced by {}", new["id"].as_str().unwrap())), "{text}");
    let last = json(&home, &["key", "rotate", new["id"].as_str().unwrap(), "--days", "1"]);
    let list = json(&home, &["key", "list"]);
    assert_eq!((&list[1]["state"], &list[1]["replaced_by"]), (&"revoked".into(), &last["id"]));
    let text = home.answer(&["key", "list"]);
    assert!(text.contains(&format!("(replaced by {})", last["id"].as_str().unwrap())), "{text}");
}

#[test]
fn a_leaked_key_can_be_pasted_to_end_it_and_is_not_repeated() {
    let home = Home::new();
    let made = json(&home, ACME);
    let key = made["key"].as_str().unwrap();
    let text = home.answer(&["key", "revoke", key]);
    assert!(text.contains("revoked") && !text.contains(&key[30..94]), "{text}");
    let other = Home::new();
    let text = other.complaint(1, &["key", "revoke", key]);
    assert!(text.contains("no key has the id `"), "{text}");
    assert!(!text.contains(&key[30..94]), "{text}");
    let text = other.complaint(1, &["key", "revoke", &key[30..]]);
    assert!(text.contains("this is no id of a key"), "{text}");
    assert!(!text.contains(&key[30..94]), "{text}");
}

#[test]
fn what_a_key_cannot_be_is_told_with_what_it_can() {
    let home = Home::new();
    let create = |arguments: &[&str]| home.complaint(1, &[&["key", "create"], arguments].concat());
    for (arguments, words) in [
        (&["acme", "--kind", "external", "--scope", "wiki:reed"][..], "did you mean `wiki:read`?"),
        (&["acme", "--kind", "external", "--scope", "admin"], "is not for external keys"),
        (&["acme", "--kind", "external"], "needs at least one scope"),
        (&["acme", "--kind", "operator", "--scope", "admin"], "leave the scopes out"),
        (&["a b", "--kind", "operator"], "`a b` is no client id"),
        (&["ada", "--kind", "agent"], "no agent has the id or name `ada`"),
        (&["acme", "--kind", "operator", "--days", "366"], "1 to 365 days, not for 366"),
    ] {
        let text = create(arguments);
        assert!(text.contains(words), "{text}");
    }
    home.complaint(64, &["key", "create", "acme", "--kind", "guest"]);
    home.complaint(64, &["key", "create", "acme"]);
    let id = "0123456789abcdef";
    let text = home.complaint(1, &["key", "rotate", id, "--grace-hours", "169"]);
    assert!(text.contains("0 to 168 hours, not for 169"), "{text}");
    let text = home.complaint(1, &["key", "rotate", id]);
    assert!(text.contains(&format!("no key has the id `{id}`")), "{text}");
    assert_eq!(home.answer(&["key", "list"]), "");
}

#[test]
fn an_agents_process_is_given_no_key_and_no_token() {
    let home = Home::new();
    home.answer(&["workspace", "create", "acme"]);
    home.answer(&["agent", "create", "--workspace", "acme", "ada"]);
    for variable in [AGENT_ID, AGENT_TOKEN] {
        for arguments in [ACME, &["key", "list"], &["agent", "token", "ada"]] {
            let run = Run::of(home.command(arguments).env(variable, "x").output().unwrap());
            assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
            assert!(run.err.contains("are for the operator"), "{}", run.err);
        }
    }
    assert!(!home.path().join("identity.key").exists());
}

#[test]
fn an_agent_is_named_by_its_id_or_by_a_name_that_is_its_own() {
    let home = Home::new();
    let agent = |workspace: &str, name: &str| {
        home.answer(&["agent", "create", "--workspace", workspace, name]).trim().to_owned()
    };
    for workspace in ["first", "second"] {
        home.answer(&["workspace", "create", workspace]);
    }
    let (ada, other, bob) = (agent("first", "ada"), agent("second", "ada"), agent("first", "bob"));
    let client = |given: &str| json(&home, &["key", "create", given, "--kind", "agent"]);
    assert_eq!(client("bob")["client"], *bob);
    assert_eq!(client(&other)["client"], *other);
    let text = home.complaint(1, &["agent", "token", "ada"]);
    assert!(text.contains("several agents are called `ada`; give the id of one: "), "{text}");
    assert!(text.contains(&ada) && text.contains(&other), "{text}");
    let text = home.complaint(1, &["agent", "token", "bobb"]);
    assert!(text.ends_with("did you mean `bob`?\n"), "{text}");
}
