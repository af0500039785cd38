//! `send_message` and `get_messages`.

use serde_json::{Value, json};
use tollgate_tools::messaging::admin;
use tollgate_tools::messaging::message::{get_messages, send_message};

use super::{UNKNOWN, check_space};
use crate::support::{Kit, World, on_both, refused, run};

fn message(world: &World, content: &str) -> Value {
    json!({
        "workspace_id": world.id,
        "space_id": world.space,
        "sender_id": world.agent,
        "content": content,
    })
}

async fn contents(kit: &Kit, arguments: Value) -> Vec<String> {
    let reply = run::<get_messages>(&kit.operator(), arguments).await;
    let messages = reply["messages"].as_array().unwrap();
    assert_eq!(reply["count"], messages.len());
    messages.iter().map(|one| one["content"].as_str().unwrap().to_owned()).collect()
}

on_both! {
    async fn a_sent_message_is_read_back(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let content = "\u{1f680} \u{65e5}\u{672c}\u{2028}'\" \\ ";
        let sent = run::<send_message>(&first.by_agent(kit), message(&first, content)).await;
        let id = sent["message_id"].as_str().unwrap().to_owned();
        assert_eq!(sent, json!({
            "space_id": first.space,
            "sender_id": first.agent,
            "message_id": id,
            "status": "sent",
        }));
        let arguments = json!({"workspace_id": first.id, "space_id": first.space});
        let reply = run::<get_messages>(&first.by_agent(kit), arguments).await;
        let at = reply["messages"][0]["created_at"].as_str().unwrap().to_owned();
        assert_eq!(reply, json!({
            "messages": [{
                "id": id,
                "content": content,
                "sender_id": first.agent,
                "sender_type": "agent",
                "message_type": "text",
                "created_at": at,
            }],
            "count": 1,
        }));
        let other = json!({"workspace_id": second.id, "space_id": second.space});
        assert!(contents(kit, other).await.is_empty());
    }

    async fn the_newest_are_returned_oldest_first(kit: Kit) {
        let [first, _] = World::two(kit).await;
        for number in 0..60 {
            run::<send_message>(&kit.operator(), message(&first, &number.to_string())).await;
        }
        let mut arguments = json!({"workspace_id": first.id, "space_id": first.space});
        let expected: Vec<_> = (10..60).map(|number| number.to_string()).collect();
        assert_eq!(contents(kit, arguments.clone()).await, expected);
        arguments["limit"] = json!(3);
        assert_eq!(contents(kit, arguments.clone()).await, ["57", "58", "59"]);
        for limit in [0, 501] {
            arguments["limit"] = json!(limit);
            let text = refused::<get_messages>(&kit.operator(), arguments.clone()).await;
            assert!(text.contains("limit"), "{text}");
        }
    }

    async fn conversations_of_a_space_are_apart(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let clock = &*kit.ports.clock;
        let (other, _) =
            admin::create_space(&first.workspace, clock, "other").await.unwrap();
        let aside =
            admin::create_conversation(&first.workspace, clock, &first.space).await.unwrap().id;
        let elsewhere =
            admin::create_conversation(&first.workspace, clock, &other.id).await.unwrap().id;
        run::<send_message>(&kit.operator(), message(&first, "standing")).await;
        let mut arguments = message(&first, "aside");
        arguments["conversation_id"] = json!(aside);
        run::<send_message>(&kit.operator(), arguments).await;
        let mut arguments = json!({"workspace_id": first.id, "space_id": first.space});
        assert_eq!(contents(kit, arguments.clone()).await, ["standing"]);
        arguments["conversation_id"] = json!(first.standing);
        assert_eq!(contents(kit, arguments.clone()).await, ["standing"]);
        arguments["conversation_id"] = json!(aside);
        assert_eq!(contents(kit, arguments.clone()).await, ["aside"]);
        for (conversation, text) in [
            (&*elsewhere, format!("Conversation {elsewhere} is not in space {}.", first.space)),
            (UNKNOWN, format!("Conversation {UNKNOWN} not found.")),
            (&second.standing, "Conversation belongs to a different workspace.".to_owned()),
            ("", "Missing or invalid argument: conversation_id (expected an id, got \"\")".into()),
        ] {
            arguments["conversation_id"] = json!(conversation);
            assert_eq!(refused::<get_messages>(&kit.operator(), arguments.clone()).await, text);
            let mut sent = message(&first, "lost");
            sent["conversation_id"] = json!(conversation);
            assert_eq!(refused::<send_message>(&kit.operator(), sent).await, text);
        }
    }

    async fn a_space_must_be_in_the_workspace(kit: Kit) {
        let worlds = World::two(kit).await;
        check_space::<get_messages>(kit, &worlds, json!({})).await;
        let rest = json!({"sender_id": worlds[0].agent, "content": "lost"});
        check_space::<send_message>(kit, &worlds, rest).await;
        let [_, second] = worlds;
        let arguments = json!({"workspace_id": second.id, "space_id": second.space});
        assert!(contents(kit, arguments).await.is_empty());
    }

    async fn the_sender_is_an_agent_of_the_workspace(kit: Kit) {
        let [first, second] = World::two(kit).await;
        for (sender, text) in [
            (UNKNOWN, format!("Agent {UNKNOWN} not found.")),
            (&second.agent, "Agent belongs to a different workspace.".to_owned()),
            ("", "Missing or invalid argument: sender_id (expected an id, got \"\")".to_owned()),
        ] {
            let mut arguments = message(&first, "lost");
            arguments["sender_id"] = json!(sender);
            assert_eq!(refused::<send_message>(&kit.operator(), arguments).await, text);
        }
    }

    async fn an_agent_sends_as_itself_alone(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let clock = &*kit.ports.clock;
        let other = tollgate_tools::agents::admin::create(&first.workspace, clock, "other");
        let other = other.await.unwrap().id;
        let mut arguments = message(&first, "lost");
        arguments["sender_id"] = json!(other);
        assert_eq!(
            refused::<send_message>(&first.by_agent(kit), arguments.clone()).await,
            format!("sender_id must be your own agent id, {}.", first.agent)
        );
        run::<send_message>(&kit.operator(), arguments).await;
        let arguments = json!({"workspace_id": first.id, "space_id": first.space});
        assert_eq!(contents(kit, arguments).await, ["lost"]);
    }

    async fn an_archived_space_takes_no_messages_and_can_be_read(kit: Kit) {
        let [first, _] = World::two(kit).await;
        run::<send_message>(&kit.operator(), message(&first, "kept")).await;
        let clock = &*kit.ports.clock;
        admin::archive_space(&first.workspace, clock, &first.space).await.unwrap();
        assert_eq!(
            refused::<send_message>(&kit.operator(), message(&first, "lost")).await,
            format!("Space {} is archived; it takes no new messages.", first.space)
        );
        let arguments = json!({"workspace_id": first.id, "space_id": first.space});
        assert_eq!(contents(kit, arguments).await, ["kept"]);
    }

    async fn the_text_has_bounds(kit: Kit) {
        let [first, _] = World::two(kit).await;
        run::<send_message>(&kit.operator(), message(&first, &"\u{e9}".repeat(100_000))).await;
        for content in [String::new(), "\u{e9}".repeat(100_001)] {
            let text = refused::<send_message>(&kit.operator(), message(&first, &content)).await;
            assert!(text.contains("content"), "{text}");
        }
    }
}
