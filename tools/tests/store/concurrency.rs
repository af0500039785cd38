//! Several writers at once: in one process, and in several processes on one file.

use tollgate_tools::store::{Global, Store};

use crate::support::{Kit, Spawned, on_both, store_of_child};

const ADD: Global = Global::sql("INSERT INTO workspaces (id, name, created_at) VALUES ($1, $1, 0)");
const COUNT_UP: Global =
    Global::sql("UPDATE workspaces SET created_at = created_at + 1 WHERE id = $1");
const READ: Global = Global::sql("SELECT created_at FROM workspaces WHERE id = $1");
const WRITE: Global = Global::sql("UPDATE workspaces SET created_at = $2 WHERE id = $1");

const TASKS: i64 = 6;
const STEPS: i64 = 10;

async fn read(store: &Store) -> i64 {
    store.query(&READ).bind("counter").first::<(i64,)>().await.unwrap().unwrap().0
}

/// Counts up by twos: once in place, once by reading and writing back.
async fn count_up(store: Store) {
    for _ in 0..STEPS {
        let mut transaction = store.begin().await.unwrap();
        transaction.query(&COUNT_UP).bind("counter").run().await.unwrap();
        let (now,): (i64,) =
            transaction.query(&READ).bind("counter").first().await.unwrap().unwrap();
        transaction.query(&WRITE).bind("counter").bind(now + 1).run().await.unwrap();
        transaction.commit().await.unwrap();
    }
}

async fn count_up_in_tasks(store: &Store) {
    let tasks: Vec<_> = (0..TASKS).map(|_| tokio::spawn(count_up(store.clone()))).collect();
    for task in tasks {
        task.await.unwrap();
    }
}

on_both! {
    async fn writers_of_two_stores_take_turns(kit: Kit) {
        kit.store.query(&ADD).bind("counter").run().await.unwrap();
        let other = kit.second_store();
        tokio::join!(count_up_in_tasks(&kit.store), count_up_in_tasks(&other));
        assert_eq!(read(&kit.store).await, 2 * 2 * TASKS * STEPS);
        other.close().await;
    }

    async fn a_dropped_transaction_is_undone(kit: Kit) {
        let mut transaction = kit.store.begin().await.unwrap();
        transaction.query(&ADD).bind("counter").run().await.unwrap();
        drop(transaction);
        let found = kit.store.query(&READ).bind("counter").first::<(i64,)>().await.unwrap();
        assert_eq!(found, None);
        kit.store.query(&ADD).bind("counter").run().await.unwrap();
        assert_eq!(read(&kit.store).await, 0);
    }

    async fn a_write_that_was_not_waited_for_leaves_the_store_usable(kit: Kit) {
        kit.store.query(&ADD).bind("counter").run().await.unwrap();
        for _ in 0..20 {
            let task = tokio::spawn(count_up(kit.store.clone()));
            tokio::task::yield_now().await;
            task.abort();
        }
        count_up(kit.store.clone()).await;
        assert_eq!(read(&kit.store).await % 2, 0);
    }

    async fn a_second_record_under_one_name_is_a_duplicate(kit: Kit) {
        kit.store.query(&ADD).bind("counter").run().await.unwrap();
        let error = kit.store.query(&ADD).bind("counter").run().await.unwrap_err();
        assert!(error.is_duplicate(), "{error:?}");
    }
}

/// Four processes open one new file at once and all count up in it.
#[tokio::test]
async fn processes_share_one_file() {
    if let Some(store) = store_of_child() {
        return count_up_in_tasks(&store).await;
    }
    let kit = Kit::sqlite();
    kit.store.query(&ADD).bind("counter").run().await.unwrap();
    let children: Vec<_> = (0..3)
        .map(|_| Spawned::test("store::concurrency::processes_share_one_file", &kit.store))
        .collect();
    count_up_in_tasks(&kit.store).await;
    for child in children {
        assert!(child.passes());
    }
    assert_eq!(read(&kit.store).await, 4 * 2 * TASKS * STEPS);
}

/// Nobody has made the file when they start.
#[tokio::test]
async fn processes_open_a_new_file_at_once() {
    if let Some(store) = store_of_child() {
        return store.open().await.unwrap();
    }
    for _ in 0..4 {
        let kit = Kit::sqlite();
        let children: Vec<_> = (0..4)
            .map(|_| {
                Spawned::test("store::concurrency::processes_open_a_new_file_at_once", &kit.store)
            })
            .collect();
        for child in children {
            assert!(child.passes());
        }
        kit.store.query(&ADD).bind("counter").run().await.unwrap();
    }
}
