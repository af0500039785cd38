//! SQLite, as a file that stays as it is.

use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;
use sqlx::{ConnectOptions as _, Executor as _};
use tollgate_tools::db::query::db_query;
use tollgate_tools::db::select::db_select;
use tollgate_tools::db::table::db_tables;

use super::kit::{Kit, cells, section, sql};

const ROWS: &str = "
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL, data BLOB, big BIGINT);
    INSERT INTO item VALUES (1, 'pen', 1.5, x'00ff', 9223372036854775807),
                            (2, '', 20, NULL, NULL), (3, NULL, -1, NULL, 3);
    CREATE TABLE \"odd \"\" name; --\" (\"a \"\" b\" TEXT);
    INSERT INTO \"odd \"\" name; --\" VALUES ('x');
    CREATE VIEW counted AS SELECT count(*) AS n FROM item";

/// A file with rows, and its bytes.
async fn shop(more: &str) -> (Kit, PathBuf) {
    let kit = Kit::new("");
    let file = kit.home.path().join("shop.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let mut connection = options.connect().await.unwrap();
    connection.execute(ROWS).await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    let text = section("sqlite", &format!("sqlite:{}", file.display()), more);
    std::fs::write(kit.home.path().join("config.toml"), text).unwrap();
    (kit, file)
}

#[tokio::test]
async fn tables_come_with_their_columns_and_types() {
    let (kit, _) = shop("").await;
    let found = kit.run::<db_tables>(json!({"source": "shop"})).await;
    assert_eq!(found["count"], 3);
    assert_eq!(found["tables"][0], json!({"name": "counted", "columns": [{"name": "n"}]}));
    let id = json!({"name": "id", "kind": "INTEGER"});
    assert_eq!(
        (&found["tables"][1]["name"], &found["tables"][1]["columns"][0]),
        (&json!("item"), &id)
    );
}

#[tokio::test]
async fn every_kind_of_value_is_text_and_null_stands_beside_it() {
    let (kit, _) = shop("").await;
    let found = kit.run::<db_select>(json!({"source": "shop", "table": "item"})).await;
    let first = json!({"cells": ["1", "pen", "1.5", "<2 bytes>", "9223372036854775807"]});
    let second = json!({"cells": ["2", "", "20", "", ""], "nulls": [3, 4]});
    assert_eq!((&found["rows"][0], &found["rows"][1]), (&first, &second));
    assert_eq!((&found["row_count"], &found["truncated"]), (&json!(3), &json!(false)));
}

#[tokio::test]
async fn conditions_order_and_limit_hold() {
    let (kit, _) = shop("").await;
    for (more, expected) in [
        (
            json!({"filter": [{"column": "price", "op": ">=", "value": "1.5"}]}),
            json!([["1"], ["2"]]),
        ),
        (
            json!({"filter": [{"column": "id", "op": "in", "values": ["3", "1"]}]}),
            json!([["1"], ["3"]]),
        ),
        (json!({"filter": [{"column": "name", "op": "like", "value": "p%"}]}), json!([["1"]])),
        (json!({"filter": [{"column": "name", "op": "!=", "value": "pen"}]}), json!([["2"]])),
        (json!({"order_by": "price desc"}), json!([["2"], ["1"], ["3"]])),
        (json!({"order_by": "price", "limit": 1}), json!([["3"]])),
    ] {
        let mut arguments = json!({"source": "shop", "table": "item", "columns": ["id"]});
        arguments.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let found = kit.run::<db_select>(arguments).await;
        assert_eq!(cells(&found), expected, "{more}");
    }
    let untyped = json!({"source": "shop", "table": "counted",
        "filter": [{"column": "n", "op": "=", "value": "3"}]});
    assert_eq!(cells(&kit.run::<db_select>(untyped).await), json!([["3"]]));
}

#[tokio::test]
async fn nothing_that_a_caller_writes_becomes_sql() {
    let (kit, _) = shop("").await;
    let odd = json!({"source": "shop", "table": "odd \" name; --", "columns": ["a \" b"],
        "filter": [{"column": "a \" b", "op": "=", "value": "x"}], "order_by": "a \" b desc"});
    assert_eq!(cells(&kit.run::<db_select>(odd).await), json!([["x"]]));
    let value = json!({"source": "shop", "table": "item",
        "filter": [{"column": "name", "op": "=", "value": "' OR 1=1 --"}]});
    assert_eq!(kit.run::<db_select>(value).await["row_count"], 0);
    for (table, column, order) in [
        ("item; DROP TABLE item", "id", "id"),
        ("item\" --", "id", "id"),
        ("sqlite_schema", "sql", "sql"),
        ("item", "id\", (SELECT 1) AS \"x", "id"),
        ("item", "*", "id"),
        ("item", "id", "id; DROP TABLE item"),
        ("item", "id", "(SELECT 1)"),
    ] {
        let arguments =
            json!({"source": "shop", "table": table, "columns": [column], "order_by": order});
        let text = kit.refused::<db_select>(arguments).await;
        assert!(text.contains("no table") || text.contains("no column"), "{text}");
    }
}

#[tokio::test]
async fn free_sql_reads_and_its_limits_hold() {
    let (kit, _) = shop("max_rows = 3").await;
    let count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ";
    let three = kit.run::<db_query>(sql(&format!("{count}3) SELECT i FROM n"))).await;
    assert_eq!((&three["row_count"], &three["truncated"]), (&json!(3), &json!(false)));
    let four = kit.run::<db_query>(sql(&format!("{count}4) SELECT i FROM n"))).await;
    assert_eq!((&four["row_count"], &four["truncated"]), (&json!(3), &json!(true)));
    let none = kit.run::<db_query>(sql("SELECT id AS x FROM item WHERE id > 9 -- none\n;")).await;
    assert_eq!((&none["row_count"], &none["columns"][0]["name"]), (&json!(0), &json!("x")));
}

#[tokio::test]
async fn the_session_itself_writes_nothing() {
    let (kit, file) = shop("").await;
    let before = std::fs::read(&file).unwrap();
    let other = kit.home.path().join("other.db");
    for statement in [
        "INSERT INTO item (id) VALUES (9)",
        "INSERT INTO item (id) VALUES (9) RETURNING id",
        "UPDATE item SET name = 'x'",
        "DELETE FROM item",
        "REPLACE INTO item (id) VALUES (1)",
        "DROP TABLE item",
        "CREATE TABLE t (x)",
        "CREATE INDEX i ON item (name)",
        "ALTER TABLE item ADD COLUMN x",
        "VACUUM",
        "WITH x AS (SELECT 9) INSERT INTO item (id) SELECT * FROM x",
        "PRAGMA query_only = OFF; DELETE FROM item",
        "PRAGMA query_only = OFF; PRAGMA writable_schema = ON; DELETE FROM sqlite_schema",
        "PRAGMA user_version = 9; PRAGMA query_only = OFF; PRAGMA user_version = 9",
        "SELECT load_extension('x')",
    ] {
        let asked = kit.session(statement).await;
        assert!(asked.is_err(), "{statement}: {asked:?}");
    }
    let attach = format!("ATTACH '{}' AS o; CREATE TABLE o.t (x)", other.display());
    assert!(kit.session(&attach).await.is_err());
    assert!(!other.exists(), "no other file is made");
    assert_eq!(std::fs::read(&file).unwrap(), before, "the file is as it was");
}

#[tokio::test]
async fn a_statement_without_end_ends_in_time() {
    let (kit, _) = shop("timeout_ms = 300").await;
    let began = Instant::now();
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
                   SELECT count(*) FROM n";
    let text = kit.refused::<db_query>(sql(endless)).await;
    assert!(text.contains("no answer of `shop` within 300 ms"), "{text}");
    assert!(began.elapsed().as_secs() < 5);
}

#[tokio::test]
async fn a_file_that_is_not_there_is_not_made_and_not_named() {
    let (kit, file) = shop("").await;
    std::fs::remove_file(&file).unwrap();
    let text = kit.refused::<db_tables>(json!({"source": "shop"})).await;
    assert!(text.starts_with("`shop` cannot be reached: "), "{text}");
    assert!(!text.contains("shop.db") && !file.exists(), "{text}");
}

#[tokio::test]
async fn an_error_of_the_database_says_what_is_wrong_with_the_statement() {
    let (kit, _) = shop("").await;
    let text = kit.refused::<db_query>(sql("SELECT nope FROM item")).await;
    assert!(text.contains("`shop` refused the statement: ") && text.contains("nope"), "{text}");
}
