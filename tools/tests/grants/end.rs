//! Giving without being asked, and the ends of a grant: time, the operator, its task.

use tollgate_tools::approvals::{ApprovalKind, Wish, admin as approvals, ask};
use tollgate_tools::grants::admin::{self as grants, Ended, GrantsError};
use tollgate_tools::grants::{ActiveGrants, Ttl};

use super::{open, ttl};
use crate::support::{Kit, World, on_both};

on_both! {
    async fn a_grant_ends_with_its_task_and_others_stay(kit: Kit) {
        let [world, other] = World::two(kit).await;
        let give = async |agent: &str, tool, task: Option<&str>| {
            let task = task.map(str::to_owned);
            grants::give(&kit.store, &*kit.clock, agent, tool, task, ttl(600)).await.unwrap()
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
        let ended = async |task| grants::end_task(&kit.store, &*kit.clock, task).await.unwrap();
        assert_eq!(ended("t-1").await, Ended { grants: 2, requests: 1 });
        assert_eq!(open(kit, &world.agent).await, ["db_select", "db_tables"]);
        assert_eq!(open(kit, &other.agent).await, [""; 0]);
        assert!(approvals::waiting(&kit.store, &*kit.clock).await.unwrap().is_empty());
        for task in ["t-1", ""] {
            assert_eq!(ended(task).await, Ended { grants: 0, requests: 0 });
        }
        let all = grants::newest(&kit.store).await.unwrap();
        let ended = all.iter().filter(|one| one.revoke_reason.as_deref() == Some("task_phase_end"));
        assert_eq!((all.len(), ended.count()), (4, 2));
    }

    async fn what_is_approved_while_its_task_ends_does_not_outlive_it(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let (store, clock) = (kit.second_store(), &*kit.clock);
        for round in 0..10 {
            let task = format!("t-{round}");
            let wish = Wish {
                kind: ApprovalKind::CapabilityGrant,
                agent_id: &world.agent,
                task_id: Some(&task),
                tool: "db_sources",
                reason: "to look",
                ttl_ms: 300_000,
            };
            let mut transaction = kit.store.begin().await.unwrap();
            let asked = ask(&mut transaction, clock, wish).await.unwrap();
            transaction.commit().await.unwrap();
            let (approved, ended) = tokio::join!(
                approvals::approve(&kit.store, clock, &asked.id, "one", ttl(600)),
                grants::end_task(&store, clock, &task),
            );
            // Whichever was first, and whoever approved afterwards was refused.
            ended.unwrap();
            assert_eq!(open(kit, &world.agent).await, [""; 0], "{approved:?}");
        }
        store.close().await;
    }

    async fn what_has_long_been_over_is_forgotten(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let (store, clock) = (&kit.store, &*kit.clock);
        let give = async |ttl| {
            grants::give(store, clock, &world.agent, "db_query", None, ttl).await.unwrap()
        };
        let old = give(ttl(1)).await;
        clock.advance(30 * 24 * 60 * 60 * 1_000);
        let new = give(ttl(1)).await;
        assert_eq!(grants::newest(store).await.unwrap(), [new.clone(), old]);
        clock.advance(2_000);
        let last = give(ttl(1)).await;
        assert_eq!(grants::newest(store).await.unwrap(), [last, new]);
    }

    async fn the_operator_ends_a_grant_once(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let (store, clock) = (&kit.store, &*kit.clock);
        let give = async |ttl| {
            grants::give(store, clock, &world.agent, "db_query", None, ttl).await.unwrap()
        };
        let first = give(ttl(60)).await;
        let second = give(ttl(60)).await;
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
        let give = async |ttl| {
            grants::give(store, clock, &world.agent, "db_query", None, ttl).await.unwrap()
        };
        let long = give(ttl(60)).await;
        let short = give(ttl(1)).await;
        let active = ActiveGrants::read(store, short.granted_at).await.unwrap();
        assert_eq!(active.next_end(short.granted_at), Some(long.expires_at));
        assert_eq!(active.of(&world.agent, long.expires_at - 1).count(), 1);
        assert_eq!(active.of(&world.agent, long.expires_at).count(), 0);
        assert_eq!(active.next_end(long.expires_at), None);
    }

    async fn a_grant_has_an_agent(kit: Kit) {
        let [world, _] = World::two(kit).await;
        let give = async |agent: &str| {
            grants::give(&kit.store, &*kit.clock, agent, "db_query", None, Ttl::MAX).await
        };
        let given = give(&world.agent).await.unwrap();
        assert_eq!(given.expires_at - given.granted_at, Ttl::MAX.as_ms());
        let error = give("nobody").await.unwrap_err();
        assert!(matches!(error, GrantsError::UnknownAgent { .. }));
    }
}
