//! `get_space_notes` and `update_space_notes`.

use serde_json::{Value, json};
use tollgate_tools::messaging::notes::{get_space_notes, update_space_notes};

use super::{UNKNOWN, check_space};
use crate::support::{Kit, World, on_both, refused, run};

fn space(world: &World) -> Value {
    json!({"workspace_id": world.id, "space_id": world.space})
}

fn notes(world: &World, content: &str) -> Value {
    let mut arguments = space(world);
    arguments["content"] = json!(content);
    arguments
}

on_both! {
    async fn a_space_without_notes_says_so(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let reply = run::<get_space_notes>(&kit.operator(), space(&first)).await;
        assert_eq!(
            reply,
            json!({"space_id": first.space, "message": "This space has no notes yet."})
        );
    }

    async fn the_last_write_replaces_the_whole_document(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let written = run::<update_space_notes>(&first.by_agent(kit), notes(&first, "one")).await;
        assert_eq!(written["updated_by"], format!("agent:{}", first.agent));
        let written = run::<update_space_notes>(&kit.operator(), notes(&first, "# two\n")).await;
        let at = written["updated_at"].as_str().unwrap().to_owned();
        assert_eq!(written, json!({
            "space_id": first.space,
            "content": "# two\n",
            "updated_by": "operator",
            "updated_at": at,
        }));
        for call in [kit.operator(), first.by_agent(kit)] {
            assert_eq!(run::<get_space_notes>(&call, space(&first)).await, written);
        }
        let other = run::<get_space_notes>(&kit.operator(), space(&second)).await;
        assert_eq!(other["content"], Value::Null);
    }

    async fn a_space_must_be_in_the_workspace(kit: Kit) {
        let worlds = World::two(kit).await;
        check_space::<get_space_notes>(kit, &worlds, json!({})).await;
        check_space::<update_space_notes>(kit, &worlds, json!({"content": "lost"})).await;
        let other = run::<get_space_notes>(&kit.operator(), space(&worlds[1])).await;
        assert_eq!(other["content"], Value::Null);
    }

    async fn an_agent_writes_as_itself_and_the_operator_for_any(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let mut arguments = notes(&first, "text");
        for (call, agent, text) in [
            (kit.operator(), UNKNOWN, format!("Agent {UNKNOWN} not found.")),
            (
                kit.operator(),
                &second.agent,
                "Agent belongs to a different workspace.".to_owned(),
            ),
            (
                first.by_agent(kit),
                &second.agent,
                format!("agent_id must be your own agent id, {}.", first.agent),
            ),
        ] {
            arguments["agent_id"] = json!(agent);
            assert_eq!(refused::<update_space_notes>(&call, arguments.clone()).await, text);
        }
        arguments["agent_id"] = json!(first.agent);
        for call in [kit.operator(), first.by_agent(kit)] {
            let written = run::<update_space_notes>(&call, arguments.clone()).await;
            assert_eq!(written["updated_by"], format!("agent:{}", first.agent));
        }
    }

    async fn an_empty_document_is_refused(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let text = refused::<update_space_notes>(&kit.operator(), notes(&first, "")).await;
        assert!(text.contains("content"), "{text}");
    }
}
