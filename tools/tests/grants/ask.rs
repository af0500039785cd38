//! `capability_request`, and what becomes of a request.

use serde_json::{Value, json};
use tollgate_tools::approvals::{
    ApprovalError, ApprovalKind, ApprovalState, PENDING_MAX, Wish, admin as approvals, ask,
};
use tollgate_tools::call::Caller;
use tollgate_tools::decl::Scopes;
use tollgate_tools::grants::request::capability_request;

use super::{by_agent, open, ttl, waiting};
use crate::support::{Kit, World, on_both, refused, run, text};

fn wish(tool: &str) -> Value {
    json!({"tool": tool, "reason": "to look"})
}

async fn ask_for(kit: &Kit, agent: &str, tool: &str) -> Result<String, ApprovalError> {
    let wish = Wish {
        kind: ApprovalKind::CapabilityGrant,
        agent_id: agent,
        task_id: None,
        tool,
        reason: "to look",
        ttl_ms: 300_000,
    };
    let mut transaction = kit.store.begin().await.unwrap();
    let asked = ask(&mut transaction, &*kit.clock, wish).await?;
    transaction.commit().await.unwrap();
    Ok(asked.id)
}

async fn approve(kit: &Kit) -> String {
    let id = waiting(kit).await.id;
    approvals::approve(&kit.store, &*kit.clock, &id, "operator", ttl(60)).await.unwrap().id
}

on_both! {
    async fn a_request_waits_until_a_person_approves_it_and_opens_the_tool(kit: Kit) {
        let [world, other] = World::two(kit).await;
        kit.clock.hold();
        let call = by_agent(kit, &world, &["db_*"]);
        let reason = format!("to\u{1b}[2J look\n{}", "x".repeat(400));
        let arguments = json!({"tool": "db_query", "reason": reason, "task_id": "t-1"});
        let decide = async {
            let asked = waiting(kit).await;
            assert_eq!((asked.tool.as_str(), asked.task_id.as_deref()), ("db_query", Some("t-1")));
            assert_eq!(asked.reason.chars().count(), 300);
            assert!(asked.reason.starts_with("to [2J look x"), "{}", asked.reason);
            assert_eq!(asked.expires_at - asked.created_at, 300_000);
            assert_eq!(open(kit, &world.agent).await, [""; 0]);
            approve(kit).await
        };
        let (granted, grant_id) = tokio::join!(run::<capability_request>(&call, arguments), decide);
        assert_eq!(granted["grant_id"], grant_id);
        assert_eq!(granted["task_id"], "t-1");
        assert!((50..=60).contains(&granted["expires_in_secs"].as_i64().unwrap()), "{granted}");
        assert_eq!(open(kit, &world.agent).await, ["db_query"]);
        assert_eq!(open(kit, &other.agent).await, [""; 0]);
        // What is granted already is not asked for again.
        let said = text::<capability_request>(&call, wish("db_query")).await;
        assert!(said.starts_with("`db_query` is granted for "), "{said}");
        kit.clock.advance(61_000);
        assert_eq!(open(kit, &world.agent).await, [""; 0]);
    }

    async fn a_request_that_is_denied_or_that_nobody_decides_opens_nothing(kit: Kit) {
        let [world, _] = World::two(kit).await;
        kit.clock.hold();
        let call = by_agent(kit, &world, &["db_query"]);
        let deny = async {
            let id = waiting(kit).await.id;
            approvals::deny(&kit.store, &*kit.clock, &id, "operator").await.unwrap()
        };
        let request = refused::<capability_request>(&call, wish("db_query"));
        let (said, denied) = tokio::join!(request, deny);
        assert!(said.starts_with("a person denied `db_query`"), "{said}");
        assert_eq!(denied.state, ApprovalState::Denied);
        kit.clock.release();
        let said = refused::<capability_request>(&call, wish("db_query")).await;
        assert!(said.starts_with("nobody decided about `db_query` in time"), "{said}");
        assert_eq!(open(kit, &world.agent).await, [""; 0]);
    }

    async fn what_is_not_scoped_cannot_be_asked_for(kit: Kit) {
        let [world, _] = World::two(kit).await;
        for scoped in [&[][..], &["db_query"], &["mcp__other__*"]] {
            let call = by_agent(kit, &world, scoped);
            let said = refused::<capability_request>(&call, wish("db_tables")).await;
            let start = "tool: `db_tables` is not one of your scoped tools";
            assert!(said.starts_with(start), "{said}");
            // The names that are scoped are not told.
            assert!(!said.contains("db_query"), "{said}");
        }
        let call = by_agent(kit, &world, &["*"]);
        for tool in ["db_query\u{1b}[2K", "DB_QUERY", "db query", "\u{202e}x"] {
            let said = refused::<capability_request>(&call, wish(tool)).await;
            assert!(said.contains("is not one of your scoped tools"), "{said}");
            assert!(!said.contains(['\u{1b}', '\u{202e}']), "{said:?}");
        }
        for task in ["t 1", "t\r", "\u{1b}[2K", "t/1"] {
            let arguments = json!({"tool": "db_query", "reason": "x", "task_id": task});
            let said = refused::<capability_request>(&call, arguments).await;
            assert!(said.starts_with("task_id: `"), "{said}");
            assert!(!said.contains(char::is_control), "{said:?}");
        }
        let said = refused::<capability_request>(&call, json!({"tool": "db_query", "reason": " "}));
        assert!(said.await.starts_with("reason: say why"));
        assert!(approvals::newest(&kit.store, &*kit.clock).await.unwrap().is_empty());
    }

    async fn only_an_agent_asks(kit: Kit) {
        let key = Caller::Key { client: "x".to_owned(), scopes: Scopes::NONE, is_external: false };
        for call in [kit.operator(), kit.by(key)] {
            let said = refused::<capability_request>(&call, wish("db_query")).await;
            assert!(said.starts_with("only an agent can call this"), "{said}");
        }
    }

    async fn asking_twice_for_one_thing_is_asking_once(kit: Kit) {
        let [world, other] = World::two(kit).await;
        kit.clock.hold();
        let call = by_agent(kit, &world, &["db_query"]);
        let (first, second, grant) = tokio::join!(
            run::<capability_request>(&call, wish("db_query")),
            run::<capability_request>(&call, wish("db_query")),
            approve(kit),
        );
        assert_eq!((&first["grant_id"], &second["grant_id"]), (&json!(grant), &json!(grant)));
        let one = ask_for(kit, &world.agent, "db_select").await.unwrap();
        assert_eq!(ask_for(kit, &world.agent, "db_select").await.unwrap(), one);
        assert_ne!(ask_for(kit, &other.agent, "db_select").await.unwrap(), one);
    }

    async fn an_agent_has_twenty_requests_waiting_and_no_more(kit: Kit) {
        let [world, other] = World::two(kit).await;
        for number in 0..PENDING_MAX {
            ask_for(kit, &world.agent, &format!("tool_{number}")).await.unwrap();
        }
        let error = ask_for(kit, &world.agent, "one_more").await.unwrap_err();
        assert!(matches!(error, ApprovalError::TooMany));
        ask_for(kit, &world.agent, "tool_0").await.unwrap();
        ask_for(kit, &other.agent, "one_more").await.unwrap();
        kit.clock.advance(300_001);
        ask_for(kit, &world.agent, "one_more").await.unwrap();
    }

    async fn twenty_is_the_most_even_if_all_are_asked_for_at_once(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let names: Vec<_> = (0..PENDING_MAX + 5).map(|number| format!("tool_{number}")).collect();
        let all = names.iter().map(|tool| ask_for(kit, &world.agent, tool));
        let all = futures_util::future::join_all(all).await;
        let asked = all.iter().filter(|one| one.is_ok()).count();
        assert_eq!(i64::try_from(asked).unwrap(), PENDING_MAX);
        assert_eq!(approvals::waiting(&kit.store, &*kit.clock).await.unwrap().len(), asked);
    }

    async fn of_two_who_decide_one_is_first(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let id = ask_for(kit, &world.agent, "db_query").await.unwrap();
        let (store, clock) = (kit.second_store(), &*kit.clock);
        let (yes, no) = tokio::join!(
            approvals::approve(&kit.store, clock, &id, "one", ttl(60)),
            approvals::deny(&store, clock, &id, "two"),
        );
        assert_ne!(yes.is_ok(), no.is_ok());
        assert_eq!(open(kit, &world.agent).await.len(), usize::from(yes.is_ok()));
        let again = approvals::approve(&kit.store, clock, &id, "one", ttl(60)).await.unwrap_err();
        let said = again.to_string();
        assert!(said.contains(" was approved by one at ") || said.contains(" was denied by two"));
        store.close().await;
    }

    async fn what_has_expired_cannot_be_decided(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let id = ask_for(kit, &world.agent, "db_query").await.unwrap();
        kit.clock.advance(300_001);
        assert!(approvals::waiting(&kit.store, &*kit.clock).await.unwrap().is_empty());
        let (store, clock) = (&kit.store, &*kit.clock);
        let error = approvals::approve(store, clock, &id, "one", ttl(60)).await.unwrap_err();
        assert!(error.to_string().contains(" was expired by system:ttl at "), "{error}");
        let error = approvals::deny(&kit.store, &*kit.clock, "none", "one").await.unwrap_err();
        assert!(matches!(error, ApprovalError::Unknown { .. }));
        assert_eq!(open(kit, &world.agent).await, [""; 0]);
    }
}
