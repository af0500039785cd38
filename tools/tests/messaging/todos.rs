//! `todo_write` and `todo_read`.

use serde_json::{Value, json};
use tollgate_tools::messaging::admin;
use tollgate_tools::messaging::todo::{todo_read, todo_write};

use super::{UNKNOWN, check_space};
use crate::support::{Kit, World, on_both, refused, run, text};

fn list(world: &World, todos: Value) -> Value {
    json!({"workspace_id": world.id, "conversation_id": world.standing, "todos": todos})
}

fn named(world: &World) -> Value {
    json!({"workspace_id": world.id, "conversation_id": world.standing})
}

on_both! {
    async fn a_list_is_replaced_and_read_back(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let call = first.by_agent(kit);
        let written = run::<todo_write>(&call, list(&first, json!([
            {"content": "plan", "status": "completed"},
            {"content": "build", "status": "in_progress", "id": "b"},
            {"content": "test", "status": "pending"},
        ]))).await;
        assert_eq!(written["total"], 3);
        assert_eq!(written["completed"], 1);
        assert_eq!(written["notes"], json!([]));
        let plan = written["todos"][0]["id"].clone();
        let test = written["todos"][2]["id"].clone();
        let said = text::<todo_write>(&call, list(&first, json!([
            {"content": " test ", "status": "pending"},
            {"content": "build it", "status": "completed", "id": "b"},
        ]))).await;
        assert_eq!(
            said,
            "Task list (1/2 done)\n[ ] test\n[x] build it\n\
             Note: Removed, because the list did not name them: plan.\n\
             Note: Nothing is in progress; mark the item you work on."
        );
        let read = run::<todo_read>(&call, named(&first)).await;
        assert_eq!(read, json!({
            "conversation_id": first.standing,
            "total": 2,
            "completed": 1,
            "todos": [
                {"id": test, "content": "test", "status": "pending", "position": 0},
                {"id": "b", "content": "build it", "status": "completed", "position": 1},
            ],
        }));
        assert_ne!(plan, test);
        let other = run::<todo_read>(&kit.operator(), named(&second)).await;
        assert_eq!(other["total"], 0);
        let said = text::<todo_write>(&call, list(&first, json!([]))).await;
        assert_eq!(
            said,
            "Task list (0/0 done)\nNote: Removed, because the list did not name them: \
             test; build it."
        );
        assert_eq!(run::<todo_read>(&call, named(&first)).await["todos"], json!([]));
    }

    async fn a_space_stands_for_its_standing_conversation(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let call = kit.operator();
        let todos = json!([{"content": "plan", "status": "pending"}]);
        let by_space = json!({
            "workspace_id": first.id, "space_id": first.space, "todos": todos,
        });
        let written = run::<todo_write>(&call, by_space).await;
        assert_eq!(written["conversation_id"], first.standing);
        let aside = admin::create_conversation(&first.workspace, &*kit.ports.clock, &first.space);
        let aside = aside.await.unwrap().id;
        let mut arguments = json!({"workspace_id": first.id, "conversation_id": aside});
        assert_eq!(run::<todo_read>(&call, arguments.clone()).await["total"], 0);
        arguments["conversation_id"] = json!(first.standing);
        arguments["space_id"] = json!(first.space);
        assert_eq!(run::<todo_read>(&call, arguments).await["total"], 1);
    }

    async fn the_conversation_must_be_in_the_workspace(kit: Kit) {
        let worlds = World::two(kit).await;
        check_space::<todo_read>(kit, &worlds, json!({})).await;
        check_space::<todo_write>(kit, &worlds, json!({"todos": []})).await;
        let [first, second] = worlds;
        for (conversation, text) in [
            (json!(UNKNOWN), format!("Conversation {UNKNOWN} not found.")),
            (
                json!(second.standing),
                "Conversation belongs to a different workspace.".to_owned(),
            ),
        ] {
            let arguments = json!({
                "workspace_id": first.id, "conversation_id": conversation, "todos": [],
            });
            assert_eq!(refused::<todo_write>(&kit.operator(), arguments).await, text);
        }
        let arguments = json!({"workspace_id": first.id, "todos": []});
        assert_eq!(
            refused::<todo_write>(&kit.operator(), arguments).await,
            "Missing or invalid argument: conversation_id \
             (expected it, or a space_id whose standing conversation is meant)"
        );
    }

    async fn a_faulty_item_changes_nothing(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let call = kit.operator();
        let good = json!({"content": "kept", "status": "in_progress"});
        run::<todo_write>(&call, list(&first, json!([good]))).await;
        for (item, named) in [
            (json!({"content": " ", "status": "pending"}), "todos[1].content"),
            (json!({"content": "", "status": "pending"}), "todos[1].content"),
            (json!({"content": "x", "status": "done"}), "todos[1].status"),
            (json!({"content": "x"}), "todos[1].status"),
            (json!({"status": "pending"}), "todos[1].content"),
            (json!("x"), "todos[1]"),
        ] {
            let text = refused::<todo_write>(&call, list(&first, json!([good, item]))).await;
            assert!(text.contains(named), "{text}");
        }
        let read = run::<todo_read>(&call, named(&first)).await;
        assert_eq!(read["todos"][0]["content"], "kept");
        assert_eq!(read["total"], 1);
    }

    async fn writers_of_one_list_take_turns(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let writes = (0..8).map(|writer| {
            let call = kit.operator();
            let todos: Vec<_> = (0..5)
                .map(|item| json!({"content": format!("{writer}.{item}"), "status": "pending"}))
                .collect();
            let arguments = list(&first, json!(todos));
            tokio::spawn(async move { run::<todo_write>(&call, arguments).await })
        });
        for write in writes.collect::<Vec<_>>() {
            assert_eq!(write.await.unwrap()["total"], 5);
        }
        let read = run::<todo_read>(&kit.operator(), named(&first)).await;
        assert_eq!(read["total"], 5);
        let writer = |at: usize| read["todos"][at]["content"].as_str().unwrap()[..1].to_owned();
        assert!((0..5).all(|at| writer(at) == writer(0)), "{read}");
    }
}
