//! When a store is opened, and what can be wrong then.

use std::error::Error as _;
use std::path::Path;

use tollgate_tools::store::{Global, Store, StoreUrl};

use crate::support::{Kit, on_both};

const COUNT: Global = Global::sql("SELECT COUNT(*) FROM workspaces");
const FUTURE: Global = Global::sql("INSERT INTO migrations (version, name) VALUES ($1, $2)");

async fn count(store: &Store) -> i64 {
    let (count,): (i64,) = store.query(&COUNT).first().await.unwrap().unwrap();
    count
}

on_both! {
    async fn a_new_store_is_brought_up_to_date(kit: Kit) {
        assert_eq!(count(&kit.store).await, 0);
    }

    async fn a_store_is_opened_again(kit: Kit) {
        kit.store.open().await.unwrap();
        assert_eq!(count(&kit.second_store()).await, 0);
    }

    async fn many_first_uses_at_once_agree(kit: Kit) {
        let stores: Vec<_> = (0..8).map(|_| kit.second_store()).collect();
        let tasks: Vec<_> = stores
            .iter()
            .map(|store| {
                let store = store.clone();
                tokio::spawn(async move { count(&store).await })
            })
            .collect();
        for task in tasks {
            assert_eq!(task.await.unwrap(), 0);
        }
        for store in stores {
            store.close().await;
        }
    }

    async fn a_store_from_the_future_is_refused(kit: Kit) {
        kit.store.query(&FUTURE).bind(9_999_i64).bind("future").run().await.unwrap();
        let error = kit.second_store().open().await.unwrap_err();
        assert!(
            error.to_string().starts_with("the store is at migration 9999, this program knows "),
            "{error}"
        );
    }
}

#[test]
fn a_lazy_store_touches_nothing() {
    let kit = Kit::sqlite();
    let debug = format!("{:?}", kit.store);
    assert!(debug.contains("is_open: false"), "{debug}");
    assert!(!kit.store.url().file().unwrap().exists());
}

#[tokio::test]
async fn a_new_file_and_its_folder_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let kit = Kit::sqlite();
    let folder = kit.home().join("a folder/with 100% # ? odd name");
    let store = Store::lazy(StoreUrl::in_home(&folder).unwrap());
    assert_eq!(count(&store).await, 0);
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let file = store.url().file().unwrap();
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(file), 0o600);
    assert_eq!(mode(&file.with_extension("db-wal")), 0o600);
}

#[tokio::test]
async fn a_store_that_cannot_be_opened_says_where_and_why_and_is_tried_again() {
    let kit = Kit::sqlite();
    let file = kit.home().join("folder");
    std::fs::write(&file, "in the way").unwrap();
    let store = Store::lazy(StoreUrl::in_home(&file).unwrap());
    let error = store.open().await.unwrap_err();
    let expected = format!("the store `{}/tollgate.db` cannot be made or written", file.display());
    assert_eq!(error.to_string(), expected);
    assert!(error.source().is_some());
    std::fs::remove_file(&file).unwrap();
    store.open().await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_no_store_is_refused() {
    let kit = Kit::sqlite();
    let file = kit.store.url().file().unwrap();
    std::fs::write(file, "not a database, but long enough to have a header".repeat(9)).unwrap();
    let error = kit.store.open().await.unwrap_err();
    assert_eq!(error.to_string(), format!("the store sqlite:{} cannot be opened", file.display()));
}

#[tokio::test]
async fn a_cluster_that_is_not_there_is_an_error() {
    let store = Store::lazy(StoreUrl::parse("postgres://127.0.0.1:1/tollgate").unwrap());
    let error = store.open().await.unwrap_err();
    assert_eq!(error.to_string(), "the store postgres://127.0.0.1:1/tollgate cannot be opened");
}

#[tokio::test]
async fn the_log_of_an_embedded_store_is_written_ahead_and_synced() {
    const JOURNAL: Global = Global::sql("SELECT journal_mode FROM pragma_journal_mode");
    const SYNCHRONOUS: Global = Global::sql("SELECT synchronous FROM pragma_synchronous");
    const FOREIGN_KEYS: Global = Global::sql("SELECT foreign_keys FROM pragma_foreign_keys");
    let kit = Kit::sqlite();
    let (journal,): (String,) = kit.store.query(&JOURNAL).first().await.unwrap().unwrap();
    let (synchronous,): (i64,) = kit.store.query(&SYNCHRONOUS).first().await.unwrap().unwrap();
    let (foreign_keys,): (i64,) = kit.store.query(&FOREIGN_KEYS).first().await.unwrap().unwrap();
    assert_eq!((journal.as_str(), synchronous, foreign_keys), ("wal", 2, 1));
}
