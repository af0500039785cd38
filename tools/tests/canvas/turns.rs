//! Several writers of one canvas at once: each has its turn and its version.

use std::collections::BTreeSet;

use super::{clear, pages, push, world};
use crate::support::{Kit, on_both};

const WRITERS: i64 = 6;
const PUSHES: i64 = 4;

on_both! {
    async fn no_two_pages_share_a_version(kit: Kit) {
        let (world, call) = world(kit).await;
        let second = kit.through(call.caller().clone(), kit.second_store(), kit.ports.clone());
        let writes = (0..WRITERS).map(|writer| {
            let call = if writer % 2 == 0 { call.clone() } else { second.clone() };
            tokio::spawn(async move {
                let mut pushed = Vec::new();
                for at in 0..PUSHES {
                    let html = format!("{writer}-{at}");
                    let done = push(&call, &html).await;
                    pushed.push((done["version"].as_i64().unwrap(), html));
                }
                pushed
            })
        });
        let mut pushed = BTreeSet::new();
        for write in writes.collect::<Vec<_>>() {
            pushed.extend(write.await.unwrap());
        }
        let total = WRITERS * PUSHES;
        let versions: Vec<_> = pushed.iter().map(|(version, _)| *version).collect();
        assert_eq!(versions, (1..=total).collect::<Vec<_>>());
        let newest = pushed.iter().rev().take(5);
        let newest: Vec<_> = newest.map(|(version, html)| format!("{version} {html}")).collect();
        assert_eq!(pages(&world).await, newest);
    }

    async fn of_two_that_clear_at_once_one_makes_a_version(kit: Kit) {
        let (world, call) = world(kit).await;
        let second = kit.through(call.caller().clone(), kit.second_store(), kit.ports.clone());
        for round in 0..5 {
            push(&call, "a").await;
            let (one, other) = tokio::join!(clear(&call), clear(&second));
            let shown = [&one, &other].iter().filter(|done| done["was_shown"] == true).count();
            assert_eq!((shown, &one["version"]), (1, &other["version"]));
            assert_eq!(one["version"], 2 * (round + 1));
        }
        assert_eq!(pages(&world).await.len(), 5);
    }
}
