//! What was acknowledged is kept, whatever happens to the process.

use std::time::{Duration, Instant};

use tollgate_tools::store::{Global, Store};

use crate::support::{Kit, Spawned, say, store_of_child};

const ADD: Global =
    Global::sql("INSERT INTO workspaces (id, name, created_at) VALUES ($1, $2, $3)");
const LEFT: Global =
    Global::sql("SELECT created_at FROM workspaces WHERE name LIKE $1 ORDER BY created_at");
const CHECK: Global = Global::sql("SELECT integrity_check FROM pragma_integrity_check");

const ROUNDS: u64 = 20;

/// Writes pairs of rows for ever, and says the number of each pair once it was acknowledged.
async fn write_for_ever(store: &Store) {
    let mut number = left(store, "left").await.last().map_or(0, |last| last + 1);
    loop {
        let mut transaction = store.begin().await.unwrap();
        for side in ["left", "right"] {
            let name = format!("{side} {number}");
            transaction.query(&ADD).bind(&name).bind(&name).bind(number).run().await.unwrap();
        }
        transaction.commit().await.unwrap();
        say(number);
        number += 1;
    }
}

async fn left(store: &Store, side: &str) -> Vec<i64> {
    let rows: Vec<(i64,)> = store.query(&LEFT).bind(format!("{side} %")).all().await.unwrap();
    rows.into_iter().map(|(number,)| number).collect()
}

/// Kills a writing process at another moment each round, and counts after it.
#[tokio::test]
async fn no_acknowledged_write_is_lost_to_kill_9() {
    if let Some(store) = store_of_child() {
        return write_for_ever(&store).await;
    }
    let kit = Kit::sqlite();
    let mut acknowledged = -1;
    for round in 0..ROUNDS {
        let mut writer =
            Spawned::test("store::durability::no_acknowledged_write_is_lost_to_kill_9", &kit.store);
        acknowledged = writer.hear().unwrap().parse().unwrap();
        let moment = Instant::now() + Duration::from_micros(round * 1_300);
        while Instant::now() < moment {
            acknowledged = writer.hear().unwrap().parse().unwrap();
        }
        writer.kill();
        // What it said before it was killed may still be on its way.
        while let Some(said) = writer.hear() {
            acknowledged = said.parse().unwrap();
        }
        let store = kit.second_store();
        let lefts = left(&store, "left").await;
        assert!(lefts.iter().copied().eq(0..=*lefts.last().unwrap()), "round {round}: {lefts:?}");
        assert!(*lefts.last().unwrap() >= acknowledged, "round {round}: lost {acknowledged}");
        assert_eq!(left(&store, "right").await, lefts, "round {round}: half a transaction");
        store.close().await;
    }
    let (verdict,): (String,) = kit.store.query(&CHECK).first().await.unwrap().unwrap();
    assert_eq!(verdict, "ok");
    assert!(acknowledged > 0);
}
