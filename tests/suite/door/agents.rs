//! Tokens that the home signed for its agents, at the door.

use serde_json::{Value, json};
use tollgate::call::Caller;
use tollgate::identity::{Identity, IdentityKey};
use tollgate::port::Clock as _;

use super::super::session::Home;
use super::{Place, text};

struct Desk {
    place: Place,
    agent_id: String,
    workspace_id: String,
}

impl Desk {
    fn new() -> Self {
        let place = Place::with("");
        place.home.run(&["workspace", "create", "house"]);
        let agent = place.home.run(&["agent", "create", "--workspace", "house", "ada"]);
        let list = place.home.run(&["workspace", "list"]);
        let workspace_id = list.split_whitespace().next().unwrap().to_owned();
        Self { agent_id: agent.trim().to_owned(), workspace_id, place }
    }

    fn identity(&self) -> Identity {
        Identity {
            agent_id: self.agent_id.clone(),
            workspace_id: self.workspace_id.clone(),
            task_id: None,
            expires_at: self.place.clock.now_ms() + 600_000,
        }
    }

    async fn refused(&self, token: &str) -> (String, Value) {
        let told = self.place.told(token, self.place.show(token).await);
        assert_eq!(told.status, 401);
        (told.text, self.place.refusals().pop().unwrap())
    }
}

fn sign(home: &Home, identity: &Identity) -> String {
    IdentityKey::open_or_make(home.path()).unwrap().sign(identity).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_its_agent_at_its_task() {
    let desk = Desk::new();
    for task_id in [None, Some("task-1".to_owned())] {
        let token =
            sign(&desk.place.home, &Identity { task_id: task_id.clone(), ..desk.identity() });
        let credential = desk.place.show(&token).await.unwrap();
        let (id, workspace_id) = (desk.agent_id.clone(), desk.workspace_id.clone());
        assert_eq!(credential.caller(), &Caller::Agent { id, workspace_id });
        assert_eq!(credential.task_id(), task_id.as_deref());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_proves_nothing_lets_nobody_in() {
    let desk = Desk::new();
    let home = &desk.place.home;
    let other = Home::new();
    let expired = Identity { expires_at: desk.place.clock.now_ms(), ..desk.identity() };
    let unknown = Identity { agent_id: "nobody".to_owned(), ..desk.identity() };
    let moved = Identity { workspace_id: "elsewhere".to_owned(), ..desk.identity() };
    for (token, class, agent_id) in [
        (sign(home, &expired), "token_expired", None),
        (sign(&other, &desk.identity()), "token_foreign", None),
        ("tollgate_agent_x".to_owned(), "token_malformed", None),
        (sign(home, &unknown), "unknown_agent", Some("nobody")),
        (sign(home, &moved), "other_workspace", Some(&*desk.agent_id)),
    ] {
        let (_, refusal) = desk.refused(&token).await;
        assert_eq!(refusal["class"], class);
        let audit = desk.place.security_audit();
        let line: Value = serde_json::from_str(audit.lines().last().unwrap()).unwrap();
        assert_eq!(line["agent_id"], json!(agent_id), "{class}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_that_signs_with_another_key_lets_nobody_in_who_was() {
    let desk = Desk::new();
    let token = sign(&desk.place.home, &desk.identity());
    desk.place.show(&token).await.unwrap();
    std::fs::remove_file(desk.place.home.path().join("identity.key")).unwrap();
    let told = desk.place.until(&token, text).await;
    assert_eq!(told, "this token was not signed by this home");
    let (_, refusal) = desk.refused(&token).await;
    assert_eq!(refusal["class"], "no_identity_key");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_ends_in_its_millisecond() {
    let desk = Desk::new();
    let token = sign(&desk.place.home, &desk.identity());
    desk.place.show(&token).await.unwrap();
    desk.place.clock.by(600_000);
    let (told, _) = desk.refused(&token).await;
    assert!(told.starts_with("this token expired at "), "{told}");
}
