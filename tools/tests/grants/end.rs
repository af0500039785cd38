//! Giving without being asked, and the ends of a grant: time, the operator, its task.

use tollgate_tools::approvals::{ApprovalKind, Wish, admin as approvals, ask};
use tollgate_tools::grants::ActiveGrants;
use tollgate_tools::grants::admin::{self as grants, GrantsError, TTL_SECS_MAX};

use super::open;
use crate::support::{Kit, World, on_both};

on_both! {
    async fn a_grant_ends_with_its_task_and_others_stay(kit: Kit) {
        let [world, other] = World::two(kit).await;
        let give = async |agent: &str, tool, task: Option<&str>| {
            let task = task.map(str::to_owned);
            grants::give(&kit.store, &*kit.clock, agent, tool, task, 600).await.unwrap()
        };
        give(&world.agent, "db_query", Some("t-1")).await;
        give(&world.agent, "db_select", Some("t-2")).await;
        give(&world.agent, "db_tables", None).await;
        give(&other.agent, "db_query", Some("t-1")).await;
        let wish = Wish {
            kind: ApprovalKind::CapabilityGrant,
            agent_id: &world.agent,
            task_id: Some("t-1"),
            tool: "db_sources",
            reason: "to look",
            ttl_ms: 300_000,
        };
        let mut transaction = kit.store.begin().await.unwrap();
        ask(&mut transaction, &*kit.clock, wish).await.unwrap();
        transaction.commit().await.unwrap();
        assert_eq!(grants::end_task(&kit.store, &*kit.clock, "t-1").await.unwrap(), 2);
        assert_eq!(open(kit, &world.agent).await, ["db_select", "db_tables"]);
        assert_eq!(open(kit, &other.agent).await, [""; 0]);
        assert!(approvals::waiting(&kit.store, &*kit.clock).await.unwrap().is_empty());
        assert_eq!(grants::end_task(&kit.store, &*kit.clock, "t-1").await.unwrap(), 0);
        assert_eq!(grants::end_task(&kit.store, &*kit.clock, "").await.unwrap(), 0);
        let all = grants::newest(&kit.store).await.unwrap();
        let ended = all.iter().filter(|one| one.revoke_reason.as_deref() == Some("task_phase_end"));
        assert_eq!((all.len(), ended.count()), (4, 2));
    }

    async fn the_operator_ends_a_grant_once(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let (store, clock) = (&kit.store, &*kit.clock);
        let first = grants::give(store, clock, &world.agent, "db_query", None, 60).await.unwrap();
        let second = grants::give(store, clock, &world.agent, "db_query", None, 60).await.unwrap();
        grants::revoke(store, clock, &first.id).await.unwrap();
        // The other one still holds it open.
        assert_eq!(open(kit, &world.agent).await, ["db_query"]);
        grants::revoke(store, clock, &second.id).await.unwrap();
        assert_eq!(open(kit, &world.agent).await, [""; 0]);
        let error = grants::revoke(store, clock, &second.id).await.unwrap_err();
        assert!(matches!(error, GrantsError::Over { .. }), "{error}");
        let error = grants::revoke(store, clock, "none").await.unwrap_err();
        assert!(matches!(error, GrantsError::Unknown { .. }), "{error}");
    }

    async fn a_grant_ends_in_the_millisecond_it_says(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let (store, clock) = (&kit.store, &*kit.clock);
        let long = grants::give(store, clock, &world.agent, "db_query", None, 60).await.unwrap();
        let short = grants::give(store, clock, &world.agent, "db_query", None, 1).await.unwrap();
        let active = ActiveGrants::read(store, short.granted_at).await.unwrap();
        assert_eq!(active.next_end(short.granted_at), Some(long.expires_at));
        assert_eq!(active.of(&world.agent, long.expires_at - 1).count(), 1);
        assert_eq!(active.of(&world.agent, long.expires_at).count(), 0);
        assert_eq!(active.next_end(long.expires_at), None);
    }

    async fn a_grant_has_an_agent_and_a_time(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let give = async |agent: &str, secs| {
            grants::give(&kit.store, &*kit.clock, agent, "db_query", None, secs).await
        };
        for secs in [0, TTL_SECS_MAX + 1] {
            let error = give(&world.agent, secs).await.unwrap_err().to_string();
            assert_eq!(error, format!("a grant lasts 1 to 604800 seconds, got {secs}"));
        }
        give(&world.agent, TTL_SECS_MAX).await.unwrap();
        let error = give("nobody", 1).await.unwrap_err();
        assert!(matches!(error, GrantsError::UnknownAgent { .. }));
    }
}
