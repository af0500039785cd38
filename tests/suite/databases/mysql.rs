//! MySQL, or MariaDB, which is what the test command starts: a real server, a database a test.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, MySqlConnection};
use tollgate_tools::db::query::db_query;
use tollgate_tools::db::select::db_select;
use tollgate_tools::db::table::db_tables;

use super::kit::{Kit, cells, section, sql};

#[expect(clippy::disallowed_methods, reason = "the test command says where its server is")]
fn server() -> String {
    std::env::var("TOLLGATE_TEST_MYSQL").expect("run scripts/test, which starts MariaDB")
}

async fn execute(connection: &mut MySqlConnection, statements: &str) {
    for statement in statements.split(";\n") {
        connection.execute(sqlx::raw_sql(AssertSqlSafe(statement))).await.unwrap();
    }
}

/// An installation with a database of its own on the test server.
struct Shop {
    kit: Kit,
    name: String,
}

impl Shop {
    async fn new(more: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tollgate_shop_{}_{number}", std::process::id());
        let mut connection = MySqlConnection::connect(&server()).await.unwrap();
        let rows = format!(
            "CREATE DATABASE {name};\nUSE {name};\n\
             CREATE TABLE item (id bigint unsigned, name varchar(20), price decimal(12,4), \
                 data blob, mood enum('glad', 'sad'), at datetime, day date, `a ``b` int);\n\
             INSERT INTO item VALUES (18446744073709551615, 'pen', 12345678.1234, x'00ff', 'sad', \
                 '2026-01-31 08:00:00', '2026-01-31', 1), \
                 (2, '', 2, NULL, 'glad', NULL, NULL, -5);\n\
             CREATE FUNCTION wipe() RETURNS int MODIFIES SQL DATA \
                 BEGIN DELETE FROM item; RETURN 1; END"
        );
        execute(&mut connection, &rows).await;
        let mut url = url::Url::parse(&server()).unwrap();
        url.set_path(&name);
        Self { kit: Kit::new(&section("mysql", url.as_str(), more)), name }
    }

    /// Removes the database, whose rows must still be there.
    async fn close(self) {
        let mut connection = MySqlConnection::connect(&server()).await.unwrap();
        let count = format!("SELECT count(*) FROM {}.item", self.name);
        let count: i64 =
            sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut connection).await.unwrap();
        assert_eq!(count, 2, "no row is gone or new");
        execute(&mut connection, &format!("DROP DATABASE {}", self.name)).await;
    }
}

#[tokio::test]
async fn tables_and_values_of_every_kind_are_shown() {
    let shop = Shop::new("").await;
    let found = shop.kit.run::<db_tables>(json!({"source": "shop"})).await;
    assert_eq!((&found["count"], &found["tables"][0]["name"]), (&json!(1), &json!("item")));
    let price = json!({"name": "price", "kind": "decimal(12,4)"});
    assert_eq!(found["tables"][0]["columns"][2], price);
    let rows = json!({"source": "shop", "table": "item", "order_by": "id desc"});
    let found = shop.kit.run::<db_select>(rows).await;
    let first = json!([
        "18446744073709551615",
        "pen",
        "12345678.1234",
        "<2 bytes>",
        "sad",
        "2026-01-31 08:00:00",
        "2026-01-31",
        "1",
    ]);
    assert_eq!(found["rows"][0]["cells"], first);
    assert_eq!(
        found["rows"][1],
        json!({
            "cells": ["2", "", "2.0000", "", "glad", "", "", "-5"], "nulls": [3, 5, 6],
        })
    );
    shop.close().await;
}

#[tokio::test]
async fn nothing_that_a_caller_writes_becomes_sql() {
    let shop = Shop::new("").await;
    for (filter, expected) in [
        (json!({"column": "id", "op": "<", "value": "3"}), json!([[""]])),
        (json!({"column": "price", "op": ">", "value": "2.5"}), json!([["pen"]])),
        (json!({"column": "a `b", "op": "in", "values": ["-5"]}), json!([[""]])),
        (json!({"column": "name", "op": "=", "value": "\\' OR 1=1 -- "}), json!([])),
        (json!({"column": "mood", "op": "like", "value": "s%"}), json!([["pen"]])),
    ] {
        let arguments =
            json!({"source": "shop", "table": "item", "columns": ["name"], "filter": [filter]});
        assert_eq!(cells(&shop.kit.run::<db_select>(arguments).await), expected, "{filter}");
    }
    let word = json!({"source": "shop", "table": "item",
        "filter": [{"column": "id", "op": "=", "value": "0 OR 1=1"}]});
    let text = shop.kit.refused::<db_select>(word).await;
    assert!(text.contains("holds numbers"), "{text}");
    shop.close().await;
}

#[tokio::test]
async fn free_sql_reads_as_it_was_judged() {
    let shop = Shop::new("max_rows = 1").await;
    let found = shop.kit.run::<db_query>(sql("SELECT name, mood FROM item ORDER BY id")).await;
    assert_eq!((cells(&found), &found["truncated"]), (json!([["", "glad"]]), &json!(true)));
    let text = sql("SELECT 'a\\'b' AS x, \"it''s\" AS y # all");
    assert_eq!(cells(&shop.kit.run::<db_query>(text).await), json!([["a'b", "it''s"]]));
    shop.close().await;
}

#[tokio::test]
async fn the_session_itself_writes_nothing() {
    let shop = Shop::new("").await;
    for statement in [
        "INSERT INTO item (id) VALUES (9)",
        "REPLACE INTO item (id) VALUES (9)",
        "UPDATE item SET name = 'x'",
        "DELETE FROM item",
        "TRUNCATE item",
        "DROP TABLE item",
        "CREATE TABLE t (x int)",
        "CREATE TABLE t AS SELECT 1 AS x",
        "ALTER TABLE item ADD COLUMN x int",
        "SELECT wipe()",
        "SELECT 1; DELETE FROM item",
        "SELECT 1; COMMIT; SET SESSION TRANSACTION READ WRITE; DELETE FROM item",
    ] {
        let asked = shop.kit.session(statement).await;
        assert!(asked.is_err(), "{statement}: {asked:?}");
    }
    let text = shop.kit.session("SELECT wipe()").await.unwrap_err();
    assert!(text.contains("READ ONLY transaction"), "{text}");
    shop.close().await;
}

#[tokio::test]
async fn a_statement_that_takes_long_ends_in_time() {
    let shop = Shop::new("timeout_ms = 300").await;
    let endless = "SELECT count(*) FROM information_schema.columns a, \
                   information_schema.columns b, information_schema.columns c";
    let asked = shop.kit.refused::<db_query>(sql(endless)).await;
    assert!(asked.contains("no answer of `shop` within 300 ms"), "{asked}");
    shop.close().await;
}

#[tokio::test]
async fn a_wrong_password_is_not_shown() {
    let mut url = url::Url::parse(&server()).unwrap();
    url.set_password(Some("s3cret")).unwrap();
    url.set_username("nobody-here").unwrap();
    let kit = Kit::new(&section("mysql", url.as_str(), ""));
    let text = kit.refused::<db_tables>(json!({"source": "shop"})).await;
    assert_eq!(text, "`shop` cannot be reached: it does not take the user or the password");
}
