//! What `list_repos` tells, and how the operator registers repositories.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use serde_json::json;
use tollgate_tools::repos::admin;
use tollgate_tools::repos::repo::list_repos;

use super::{git, working_copy};
use crate::support::{Kit, World, on_both, refused, run};

on_both! {
    async fn the_operator_gets_the_registered_working_copy(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let path = working_copy(kit, "name");
        let below = path.join("folder");
        std::fs::create_dir(&below).unwrap();
        git(&path, &["remote", "add", "origin", "git@example.org:owner/name.git"]);
        let repo = admin::add(&first.workspace, &kit.ports, &below, None).await.unwrap();
        assert_eq!(repo.full_name, "owner/name");
        git(&path, &["switch", "--quiet", "-c", "topic"]);
        let reply = run::<list_repos>(&kit.operator(), json!({"workspace_id": first.id})).await;
        let head = git(&path, &["rev-parse", "HEAD"]);
        assert_eq!(reply, json!({
            "repos": [{
                "id": repo.id,
                "full_name": "owner/name",
                "local_path": path,
                "is_isolated_copy": false,
                "branch": "topic",
                "default_branch": "main",
                "head": head,
            }],
            "count": 1,
        }));
        let other = run::<list_repos>(&kit.operator(), json!({"workspace_id": second.id})).await;
        assert_eq!(other, json!({"repos": [], "count": 0}));
    }

    async fn the_folder_that_was_given_is_registered_whatever_its_name(kit: Kit) {
        let [first, _] = World::two(kit).await;
        working_copy(kit, "name");
        let folders = ["name\nmore", "name\n", "name\r", " name ", "-C"];
        for (folder, name) in folders.into_iter().zip(["a", "b", "c", "d", "e"]) {
            let path = working_copy(kit, folder);
            let added = admin::add(&first.workspace, &kit.ports, &path, Some(name)).await;
            assert_eq!(Path::new(&added.unwrap().path), path);
        }
        let path = working_copy(kit, "plain");
        let other = path.with_file_name(OsStr::from_bytes(b"\xff"));
        std::fs::rename(&path, &other).unwrap();
        let added = admin::add(&first.workspace, &kit.ports, &other, Some("other"));
        let text = added.await.unwrap_err().to_string();
        assert!(text.ends_with("is not UTF-8"), "{text}");
    }

    async fn the_default_branch_is_that_of_the_remote(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let origin = working_copy(kit, "origin");
        let path = kit.home().join("original/clone");
        git(kit.home(), &["clone", "--quiet", origin.to_str().unwrap(), path.to_str().unwrap()]);
        git(&path, &["switch", "--quiet", "--detach"]);
        admin::add(&first.workspace, &kit.ports, &path, Some("clone")).await.unwrap();
        let reply = run::<list_repos>(&kit.operator(), json!({"workspace_id": first.id})).await;
        assert_eq!(reply["repos"][0]["default_branch"], "main");
        assert_eq!(reply["repos"][0].get("branch"), None, "it is on no branch");
    }

    async fn without_a_remote_the_default_branch_has_a_usual_name_or_is_the_current_one(kit: Kit) {
        let [first, _] = World::two(kit).await;
        for (name, branch) in [("a", "main"), ("b", "master"), ("c", "trunk")] {
            let path = working_copy(kit, name);
            git(&path, &["branch", "--quiet", "-m", branch]);
            if branch != "trunk" {
                git(&path, &["switch", "--quiet", "-c", "topic"]);
            }
            admin::add(&first.workspace, &kit.ports, &path, None).await.unwrap();
        }
        let reply = run::<list_repos>(&kit.operator(), json!({"workspace_id": first.id})).await;
        let default = |at: usize| reply["repos"][at]["default_branch"].as_str().unwrap();
        assert_eq!([default(0), default(1), default(2)], ["main", "master", "trunk"]);
    }

    async fn a_faulty_repository_does_not_spoil_the_others(kit: Kit) {
        let [first, _] = World::two(kit).await;
        let gone = working_copy(kit, "gone");
        let good = working_copy(kit, "good");
        let empty = kit.home().join("empty");
        std::fs::create_dir(&empty).unwrap();
        git(&empty, &["init", "--quiet"]);
        for path in [&gone, &good, &empty] {
            admin::add(&first.workspace, &kit.ports, path, None).await.unwrap();
        }
        std::fs::remove_dir_all(&gone).unwrap();
        let reply = run::<list_repos>(&kit.operator(), json!({"workspace_id": first.id})).await;
        let note = reply["repos"][0]["note"].as_str().unwrap();
        assert!(note.contains("No such file or directory"), "{note}");
        assert_eq!(reply["repos"][1]["full_name"], "good");
        assert_eq!(reply["repos"][1].get("note"), None);
        assert_eq!(reply["repos"][2]["note"], "it has no commit yet");
        assert_eq!(reply["repos"][2]["branch"], "main");
        let arguments = json!({"workspace_id": first.id, "limit": 1});
        assert_eq!(run::<list_repos>(&kit.operator(), arguments).await["count"], 1);
        for limit in [0, 501] {
            let arguments = json!({"workspace_id": first.id, "limit": limit});
            let text = refused::<list_repos>(&kit.operator(), arguments).await;
            assert!(text.contains("limit"), "{text}");
        }
    }

    async fn only_working_copies_with_a_new_name_are_registered(kit: Kit) {
        let [first, second] = World::two(kit).await;
        let path = working_copy(kit, "name");
        let add = |workspace, name| admin::add(workspace, &kit.ports, &path, name);
        add(&first.workspace, None).await.unwrap();
        add(&second.workspace, None).await.unwrap();
        let error = add(&first.workspace, None).await.unwrap_err();
        assert_eq!(error.to_string(), "The workspace has a repository named \"name\" already.");
        let error = add(&first.workspace, Some("../x")).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "`../x` is no name of a repository; write it like `owner/name`, with letters, \
             digits, `-`, `_` and `.`"
        );
        let folder = kit.home().join("folder");
        std::fs::create_dir(&folder).unwrap();
        let error = admin::add(&first.workspace, &kit.ports, &folder, None).await.unwrap_err();
        let text = error.to_string();
        let expected = format!("`{}` is no git working copy: not a git repo", folder.display());
        assert!(text.starts_with(&expected), "{text}");
        assert_eq!(admin::list(&first.workspace).await.unwrap().len(), 1);
    }
}
