//! The handle of a workspace: who gets it, and what it reaches.

use serde_json::value::RawValue;
use tollgate_tools::bind::{Argument, Failure};
use tollgate_tools::call::Call;
use tollgate_tools::decl::Role;
use tollgate_tools::store::{Entity, Global, Scoped, Workspace};

use crate::support::{Kit, on_both};

const ADD: Global = Global::sql("INSERT INTO workspaces (id, name, created_at) VALUES ($1, $1, 0)");
const ADD_SPACE: Scoped =
    Scoped::sql("INSERT INTO spaces (workspace_id, id, name, created_at) VALUES ($1, $2, $2, 0)");
const ADD_CONVERSATION: Scoped = Scoped::sql(
    "INSERT INTO conversations (workspace_id, id, space_id, is_standing, created_at) \
     VALUES ($1, $2, $3, 0, 0)",
);
const SPACES: Scoped = Scoped::sql("SELECT id FROM spaces WHERE workspace_id = $1 ORDER BY id");
const RENAME: Scoped = Scoped::sql("UPDATE spaces SET name = $2 WHERE workspace_id = $1");

const FIRST: &str = "01976f00-0000-7000-8000-000000000001";
const SECOND: &str = "01976f00-0000-7000-8000-000000000002";
const UNKNOWN: &str = "01976f00-0000-7000-8000-00000000000f";

/// Two workspaces, each with the spaces `<id>-a` and `<id>-b`.
async fn two(kit: &Kit) -> [Workspace; 2] {
    let mut made = Vec::new();
    for id in [FIRST, SECOND] {
        kit.store.query(&ADD).bind(id).run().await.unwrap();
        let workspace = Workspace::open(&kit.store, id).await.unwrap().unwrap();
        for space in ["a", "b"] {
            workspace.query(&ADD_SPACE).bind(format!("{id}-{space}")).run().await.unwrap();
        }
        made.push(workspace);
    }
    made.try_into().unwrap()
}

async fn resolved(given: &str, call: &Call) -> Result<String, String> {
    match Workspace::resolve(given.to_owned(), call).value().await {
        Ok(workspace) => Ok(workspace.id().to_owned()),
        Err(Failure::Refused(text)) => Err(text),
        Err(other) => panic!("{other}: {:?}", std::error::Error::source(&other)),
    }
}

on_both! {
    async fn a_handle_reaches_rows_of_its_own_workspace_only(kit: Kit) {
        let [first, second] = two(kit).await;
        assert_eq!(first.query(&RENAME).bind("renamed").run().await.map_err(drop), Err(()));
        let spaces: Vec<(String,)> = second.query(&SPACES).all().await.unwrap();
        assert_eq!(spaces, [(format!("{SECOND}-a"),), (format!("{SECOND}-b"),)]);
        let mut transaction = first.begin().await.unwrap();
        let spaces: Vec<(String,)> = transaction.query(&SPACES).all().await.unwrap();
        assert_eq!(spaces.len(), 2);
        assert!(spaces.iter().all(|(id,)| id.starts_with(FIRST)), "{spaces:?}");
        transaction.commit().await.unwrap();
    }

    async fn a_snapshot_sees_one_moment_and_keeps_nobody_waiting(kit: Kit) {
        let [first, second] = two(kit).await;
        let mut snapshot = first.snapshot().await.unwrap();
        let before: Vec<(String,)> = snapshot.query(&SPACES).all().await.unwrap();
        assert_eq!(before.len(), 2);
        for workspace in [&first, &second] {
            workspace.query(&ADD_SPACE).bind(format!("{}-c", workspace.id())).run().await.unwrap();
        }
        let after: Vec<(String,)> = snapshot.query(&SPACES).all().await.unwrap();
        assert_eq!(after, before);
        snapshot.commit().await.unwrap();
        let now: Vec<(String,)> = first.query(&SPACES).all().await.unwrap();
        assert_eq!(now.len(), 3);
    }

    async fn no_row_points_into_another_workspace(kit: Kit) {
        let [first, second] = two(kit).await;
        let own = first.query(&ADD_CONVERSATION).bind("own").bind(format!("{FIRST}-a"));
        own.run().await.unwrap();
        let foreign = second.query(&ADD_CONVERSATION).bind("foreign").bind(format!("{FIRST}-a"));
        foreign.run().await.unwrap_err();
    }

    async fn a_look_up_that_finds_nothing_says_why(kit: Kit) {
        let [first, _] = two(kit).await;
        let missing = first.missing(Entity::Space, UNKNOWN).await.unwrap();
        assert_eq!(missing.to_string(), format!("Space {UNKNOWN} not found."));
        let missing = first.missing(Entity::Space, &format!("{SECOND}-a")).await.unwrap();
        assert_eq!(missing.to_string(), "Space belongs to a different workspace.");
        let missing = first.missing(Entity::Agent, &"x".repeat(99)).await.unwrap();
        assert_eq!(missing.to_string(), format!("Agent {}... not found.", "x".repeat(64)));
        for entity in [Entity::Conversation, Entity::Repo] {
            let missing = first.missing(entity, UNKNOWN).await.unwrap();
            assert_eq!(missing.to_string(), format!("{entity} {UNKNOWN} not found."));
        }
    }

    async fn the_operator_gets_every_workspace_that_exists(kit: Kit) {
        two(kit).await;
        let call = kit.operator();
        assert_eq!(resolved(FIRST, &call).await, Ok(FIRST.into()));
        assert_eq!(resolved(&SECOND.to_uppercase(), &call).await, Ok(SECOND.into()));
        assert_eq!(
            resolved(UNKNOWN, &call).await,
            Err(format!("Workspace {UNKNOWN} not found."))
        );
    }

    async fn an_agent_gets_its_own_workspace_and_no_other(kit: Kit) {
        two(kit).await;
        let call = kit.agent("a1", FIRST);
        assert_eq!(resolved(FIRST, &call).await, Ok(FIRST.into()));
        for other in [SECOND, UNKNOWN] {
            let text = format!(
                "Workspace {other} is a different workspace; this agent works in {FIRST}."
            );
            assert_eq!(resolved(other, &call).await, Err(text));
        }
        let lost = kit.agent("a1", UNKNOWN);
        assert_eq!(
            resolved(UNKNOWN, &lost).await,
            Err(format!("Workspace {UNKNOWN} not found."))
        );
    }

    async fn what_is_no_id_is_refused_as_such(kit: Kit) {
        let call = kit.operator();
        let argument = "Missing or invalid argument: workspace_id";
        let empty = format!("{argument} (expected the id of a workspace, got \"\")");
        assert_eq!(resolved("", &call).await, Err(empty));
        let malformed = format!("{argument} (expected a UUID, got \"mine\")");
        assert_eq!(resolved("mine", &call).await, Err(malformed));
        let long = format!("{argument} (expected a UUID, got \"{}...\")", "\u{e9}".repeat(64));
        assert_eq!(resolved(&"\u{e9}".repeat(70), &call).await, Err(long));
    }
}

#[test]
fn the_parameter_is_a_required_text_with_a_role() {
    assert_eq!(Workspace::ROLE, Role::Workspace);
    const { assert!(Workspace::REQUIRED) };
    let _: fn(&RawValue, _, _) -> Option<String> = Workspace::decode;
}
