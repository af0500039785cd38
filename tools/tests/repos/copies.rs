//! Isolated copies: one for each conversation, never the original.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::{Value, json};
use tollgate_tools::messaging::admin as messaging;
use tollgate_tools::repos::admin;
use tollgate_tools::repos::repo::list_repos;
use tollgate_tools::store::Scoped;

use super::{git, working_copy};
use crate::support::{Kit, World, on_both, refused, run};

const CLAIM: Scoped = Scoped::sql(
    "INSERT INTO worktrees \
     (workspace_id, repo_id, conversation_id, path, branch, is_ready, claimed_at) \
     VALUES ($1, $2, $3, $4, $5, 0, $6)",
);

fn for_conversation(world: &World) -> Value {
    json!({"workspace_id": world.id, "conversation_id": world.standing})
}

on_both! {
    async fn nothing_that_a_repository_names_is_started(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let original = working_copy(kit, "name");
        let attributes = "* filter=a.b=c\nREADME filter=d\nmore filter=e\n";
        std::fs::write(original.join(".gitattributes"), attributes).unwrap();
        std::fs::write(original.join("more"), "more").unwrap();
        git(&original, &["add", "."]);
        git(&original, &["commit", "--quiet", "-m", "Filter"]);
        let marker = kit.home().join("started");
        let start = format!("touch '{}'; cat", marker.display());
        let more = format!("[filter \"e\"]\nsmudge = \"{start}\"\n");
        std::fs::write(original.join(".git/more"), more).unwrap();
        for (key, value) in [
            ("filter.a.b=c.smudge", &*start),
            ("filter.a.b=c.clean", &*start),
            ("filter.a.b=c.required", "true"),
            ("filter.d.process", &*start),
            ("filter.d.required", "true"),
            ("includeIf.onbranch:tollgate/**.path", "more"),
            ("core.fsmonitor", &*start),
        ] {
            git(&original, &["config", key, value]);
        }
        let hook = original.join(".git/hooks/post-checkout");
        std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
        std::fs::write(&hook, format!("#!/bin/sh\n{start}\n")).unwrap();
        std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
        admin::add(&first.workspace, &kit.ports, &original, Some("name")).await.unwrap();
        let reply = run::<list_repos>(&first.by_agent(kit), for_conversation(&first)).await;
        let path = Path::new(reply["repos"][0]["local_path"].as_str().unwrap());
        assert_eq!(std::fs::read_to_string(path.join("README")).unwrap(), "name");
        assert!(!marker.exists());
    }

    async fn an_agent_works_in_a_copy_on_a_branch_of_its_own(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let original = working_copy(kit, "name");
        let repo = admin::add(&first.workspace, &kit.ports, &original, Some("owner/name"));
        let repo = repo.await.unwrap();
        let call = first.by_agent(kit);
        let reply = run::<list_repos>(&call, for_conversation(&first)).await;
        let branch = format!("tollgate/{}", first.standing);
        let path =
            kit.home().join("worktrees").join(&first.standing).join(&repo.id).join("name");
        assert_eq!(reply, json!({
            "repos": [{
                "id": repo.id,
                "full_name": "owner/name",
                "local_path": path,
                "is_isolated_copy": true,
                "branch": branch,
                "default_branch": "main",
                "head": git(&original, &["rev-parse", "HEAD"]),
            }],
            "count": 1,
            "note": "Each local_path is an isolated copy on a branch of its own; work only there.",
        }));
        // What happens in the copy does not happen in the original, and stays.
        std::fs::write(path.join("new"), "work").unwrap();
        git(&path, &["add", "new"]);
        git(&path, &["commit", "--quiet", "-m", "Work"]);
        assert_eq!(git(&original, &["status", "--porcelain"]), "");
        assert_eq!(git(&original, &["branch", "--show-current"]), "main");
        let again = run::<list_repos>(&call, for_conversation(&first)).await;
        assert_eq!(again["repos"][0]["local_path"], json!(path));
        assert_eq!(again["repos"][0]["head"], git(&path, &["rev-parse", "HEAD"]));
        assert_ne!(again["repos"][0]["head"], reply["repos"][0]["head"]);
        // The space stands for its standing conversation.
        let by_space = json!({"workspace_id": first.id, "space_id": first.space});
        assert_eq!(run::<list_repos>(&call, by_space).await, again);
    }

    async fn each_conversation_has_its_own(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let original = working_copy(kit, "name");
        admin::add(&first.workspace, &kit.ports, &original, None).await.unwrap();
        let aside =
            messaging::create_conversation(&first.workspace, &*kit.ports.clock, &first.space);
        let aside = aside.await.unwrap().id;
        let mine = run::<list_repos>(&kit.operator(), for_conversation(&first)).await;
        let arguments = json!({"workspace_id": first.id, "conversation_id": aside});
        let other = run::<list_repos>(&kit.operator(), arguments).await;
        assert_ne!(mine["repos"][0]["local_path"], other["repos"][0]["local_path"]);
        assert_ne!(mine["repos"][0]["branch"], other["repos"][0]["branch"]);
        let arguments = json!({"workspace_id": first.id, "conversation_id": second.standing});
        assert_eq!(
            refused::<list_repos>(&kit.operator(), arguments).await,
            "Conversation belongs to a different workspace."
        );
    }

    async fn an_agent_without_a_conversation_gets_no_folder(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let original = working_copy(kit, "name");
        admin::add(&first.workspace, &kit.ports, &original, None).await.unwrap();
        let call = first.by_agent(kit);
        let reply = run::<list_repos>(&call, json!({"workspace_id": first.id})).await;
        assert_eq!(reply["repos"][0].get("local_path"), None);
        assert_eq!(reply["repos"][0].get("branch"), None);
        assert_eq!(reply["repos"][0]["is_isolated_copy"], false);
        assert_eq!(reply["repos"][0]["default_branch"], "main");
        assert!(reply["note"].as_str().unwrap().starts_with("No conversation is named"));
        assert!(!reply.to_string().contains(original.to_str().unwrap()), "{reply}");
    }

    async fn a_removed_copy_is_made_again_from_its_branch(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let original = working_copy(kit, "name");
        admin::add(&first.workspace, &kit.ports, &original, None).await.unwrap();
        let reply = run::<list_repos>(&kit.operator(), for_conversation(&first)).await;
        let path = Path::new(reply["repos"][0]["local_path"].as_str().unwrap()).to_owned();
        std::fs::write(path.join("new"), "work").unwrap();
        git(&path, &["add", "new"]);
        git(&path, &["commit", "--quiet", "-m", "Work"]);
        std::fs::remove_dir_all(&path).unwrap();
        run::<list_repos>(&kit.operator(), for_conversation(&first)).await;
        assert_eq!(std::fs::read_to_string(path.join("new")).unwrap(), "work");
    }

    async fn no_copy_of_a_faulty_repository_is_kept_or_faked(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let path = kit.home().join("empty");
        std::fs::create_dir(&path).unwrap();
        git(&path, &["init", "--quiet"]);
        admin::add(&first.workspace, &kit.ports, &path, None).await.unwrap();
        let call = first.by_agent(kit);
        let reply = run::<list_repos>(&call, for_conversation(&first)).await;
        assert_eq!(reply["repos"][0].get("local_path"), None);
        assert_eq!(reply["repos"][0]["is_isolated_copy"], false);
        let note = reply["repos"][0]["note"].as_str().unwrap();
        assert!(note.starts_with("no isolated copy could be made: "), "{note}");
        // Once there is a commit, there is something to copy.
        git(&path, &["commit", "--quiet", "--allow-empty", "-m", "Begin"]);
        let reply = run::<list_repos>(&call, for_conversation(&first)).await;
        assert_eq!(reply["repos"][0]["is_isolated_copy"], true, "{reply}");
    }

    async fn a_claim_is_respected_until_it_is_old(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let original = working_copy(kit, "name");
        let repo = admin::add(&first.workspace, &kit.ports, &original, None).await.unwrap();
        // Somebody began, got half way, and never came back.
        let half = kit.home().join("worktrees/half");
        std::fs::create_dir_all(half.join("folder")).unwrap();
        first
            .workspace
            .query(&CLAIM)
            .bind(&repo.id)
            .bind(&first.standing)
            .bind(half.to_str().unwrap())
            .bind("tollgate/half")
            .bind(kit.ports.clock.now_ms())
            .run()
            .await
            .unwrap();
        let call = first.by_agent(kit);
        let reply = run::<list_repos>(&call, for_conversation(&first)).await;
        assert_eq!(reply["repos"][0].get("local_path"), None);
        assert_eq!(
            reply["repos"][0]["note"],
            "the isolated copy is being made; ask again"
        );
        kit.clock.advance(3_600_000);
        let reply = run::<list_repos>(&call, for_conversation(&first)).await;
        assert_eq!(reply["repos"][0]["local_path"], json!(half));
        assert_eq!(reply["repos"][0]["branch"], "tollgate/half");
        assert!(!half.join("folder").exists());
    }

    async fn calls_at_once_make_one_copy(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let original = working_copy(kit, "name");
        admin::add(&first.workspace, &kit.ports, &original, None).await.unwrap();
        let calls: Vec<_> = (0..6)
            .map(|_| {
                let call = first.by_agent(kit);
                let arguments = for_conversation(&first);
                tokio::spawn(async move { run::<list_repos>(&call, arguments).await })
            })
            .collect();
        for call in calls {
            let reply = call.await.unwrap();
            let repo = &reply["repos"][0];
            let is_waiting = repo["note"] == "the isolated copy is being made; ask again";
            assert!(is_waiting || repo["is_isolated_copy"] == true, "{reply}");
        }
        let reply = run::<list_repos>(&first.by_agent(kit), for_conversation(&first)).await;
        assert_eq!(reply["repos"][0]["is_isolated_copy"], true);
        assert_eq!(git(&original, &["worktree", "list"]).lines().count(), 2);
    }
}
