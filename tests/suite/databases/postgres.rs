//! PostgreSQL: a real server, a schema for each test.

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::json;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use tollgate_tools::db::query::db_query;
use tollgate_tools::db::select::db_select;
use tollgate_tools::db::table::db_tables;

use super::kit::{Kit, cells, section, sql};

#[expect(clippy::disallowed_methods, reason = "the test command says where its cluster is")]
fn server() -> String {
    std::env::var("TOLLGATE_TEST_POSTGRES").expect("run scripts/test, which starts PostgreSQL")
}

/// An installation with a schema of its own on the test cluster.
struct Shop {
    kit: Kit,
    schema: String,
}

impl Shop {
    async fn new(more: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let schema = format!("tollgate_shop_{}_{number}", std::process::id());
        let mut connection = PgConnection::connect(&server()).await.unwrap();
        let rows = format!(
            "CREATE SCHEMA {schema}; SET search_path = {schema}; \
             CREATE TYPE mood AS ENUM ('glad', 'sad'); \
             CREATE TABLE item (id bigint, name text, price numeric(12,4), data bytea, \
                 mood mood, at timestamptz, tags text[]); \
             INSERT INTO item VALUES (9223372036854775807, 'pen', 12345678.1234, '\\x00ff', 'sad', \
                 '2026-01-31T08:00:00Z', '{{a,b}}'), (2, '', 2, NULL, 'glad', NULL, NULL); \
             CREATE SEQUENCE s; \
             CREATE FUNCTION wipe() RETURNS int LANGUAGE sql \
                 AS 'DELETE FROM {schema}.item; SELECT 1'"
        );
        connection.execute(AssertSqlSafe(rows)).await.unwrap();
        let mut url = url::Url::parse(&server()).unwrap();
        url.query_pairs_mut().append_pair("options[search_path]", &schema);
        Self { kit: Kit::new(&section("postgres", url.as_str(), more)), schema }
    }

    /// Removes the schema, whose rows must still be there.
    async fn close(self) {
        let mut connection = PgConnection::connect(&server()).await.unwrap();
        let count = format!("SELECT count(*) FROM {}.item", self.schema);
        let count: i64 =
            sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut connection).await.unwrap();
        assert_eq!(count, 2, "no row is gone or new");
        let drop = format!("DROP SCHEMA {} CASCADE", self.schema);
        connection.execute(AssertSqlSafe(drop)).await.unwrap();
    }
}

#[tokio::test]
async fn tables_and_values_of_every_kind_are_shown() {
    let shop = Shop::new("").await;
    let found = shop.kit.run::<db_tables>(json!({"source": "shop"})).await;
    let tables = found["tables"].as_array().unwrap();
    let item = tables.iter().find(|table| table["name"] == "item").unwrap();
    assert_eq!(item["columns"][2], json!({"name": "price", "kind": "numeric(12,4)"}));
    let rows = json!({"source": "shop", "table": "item", "order_by": "id desc"});
    let found = shop.kit.run::<db_select>(rows).await;
    let first = ["9223372036854775807", "pen", "12345678.1234", "<2 bytes>", "sad"];
    assert_eq!(found["rows"][0]["cells"].as_array().unwrap()[..5], first.map(|text| json!(text)));
    assert_eq!(found["rows"][0]["cells"][6], "{a,b}");
    assert_eq!(found["rows"][1]["nulls"], json!([3, 5, 6]));
    shop.close().await;
}

#[tokio::test]
async fn conditions_are_read_as_what_their_column_holds() {
    let shop = Shop::new("").await;
    for (filter, expected) in [
        (json!({"column": "id", "op": "=", "value": "9223372036854775807"}), json!([["pen"]])),
        (json!({"column": "price", "op": "<", "value": "2.0001"}), json!([[""]])),
        (json!({"column": "mood", "op": "in", "values": ["sad"]}), json!([["pen"]])),
        (json!({"column": "at", "op": ">", "value": "2026-01-30"}), json!([["pen"]])),
        (json!({"column": "id", "op": "like", "value": "92%"}), json!([["pen"]])),
        (json!({"column": "name", "op": "=", "value": "' OR ''='"}), json!([])),
    ] {
        let arguments =
            json!({"source": "shop", "table": "item", "columns": ["name"], "filter": [filter]});
        assert_eq!(cells(&shop.kit.run::<db_select>(arguments).await), expected, "{filter}");
    }
    let wrong = json!({"source": "shop", "table": "item",
        "filter": [{"column": "mood", "op": "=", "value": "angry"}]});
    let text = shop.kit.refused::<db_select>(wrong).await;
    assert!(text.contains("invalid input value"), "{text}");
    shop.close().await;
}

#[tokio::test]
async fn free_sql_reads_with_any_columns_and_in_its_order() {
    let shop = Shop::new("max_rows = 3").await;
    let found = shop
        .kit
        .run::<db_query>(sql("SELECT g AS a, -g AS a FROM generate_series(1, 9) g ORDER BY 2"))
        .await;
    assert_eq!(cells(&found), json!([["9", "-9"], ["8", "-8"], ["7", "-7"]]));
    assert_eq!(found["truncated"], true);
    let all = shop.kit.run::<db_query>(sql("VALUES (1, 'it''s'), (2, E'\\'') -- two")).await;
    assert_eq!(
        (cells(&all), &all["truncated"]),
        (json!([["1", "it's"], ["2", "'"]]), &json!(false))
    );
    let long = shop.kit.run::<db_query>(sql("SELECT repeat('x', 1000000)")).await;
    assert_eq!(long["truncated"], true);
    shop.close().await;
}

#[tokio::test]
async fn the_session_itself_writes_nothing() {
    let shop = Shop::new("").await;
    for statement in [
        "INSERT INTO item (id) VALUES (9)",
        "INSERT INTO item (id) VALUES (9) RETURNING id",
        "UPDATE item SET name = 'x' RETURNING id",
        "DELETE FROM item",
        "TRUNCATE item",
        "DROP TABLE item",
        "CREATE TABLE t (x int)",
        "CREATE TEMP TABLE t AS SELECT 1",
        "SELECT 1 INTO t",
        "WITH x AS (DELETE FROM item RETURNING id) SELECT * FROM x",
        "SELECT * FROM item FOR UPDATE",
        "SELECT wipe()",
        "SELECT nextval('s')",
        "SELECT setval('s', 9)",
        "SELECT set_config('transaction_read_only', 'off', false)",
        "SELECT 1; DELETE FROM item",
        "SELECT 1) AS x; COMMIT; DELETE FROM item; --",
        "COMMIT",
        "COPY item TO '/tmp/x'",
        "DO $$ BEGIN DELETE FROM item; END $$",
        "SET TRANSACTION READ WRITE",
        "GRANT ALL ON item TO public",
    ] {
        let asked = shop.kit.session(statement).await;
        assert!(asked.is_err(), "{statement}: {asked:?}");
    }
    // PostgreSQL 15 lets this through in a transaction that only reads; it is never committed.
    let large = shop.kit.session("SELECT lo_create(0)").await.unwrap();
    let large = large.rows[0][0].clone().unwrap();
    let left = format!("SELECT oid FROM pg_largeobject_metadata WHERE oid = {large}");
    assert_eq!(shop.kit.session(&left).await.unwrap().rows.len(), 0);
    let text = shop.kit.session("SELECT wipe()").await.unwrap_err();
    assert!(text.contains("read-only transaction"), "{text}");
    shop.close().await;
}

#[tokio::test]
async fn a_statement_that_takes_long_ends_in_time() {
    let shop = Shop::new("timeout_ms = 200").await;
    let text = shop.kit.refused::<db_query>(sql("SELECT pg_sleep(60)")).await;
    assert!(text.contains("no answer of `shop` within 200 ms"), "{text}");
    shop.close().await;
}

#[tokio::test]
async fn only_allowed_tables_are_there_and_no_sql_is_taken_for_them() {
    let shop = Shop::new("").await;
    let url = std::fs::read_to_string(shop.kit.home.path().join("config.toml")).unwrap();
    let some = url.replace("[\"*\"]", "[\"other\"]");
    std::fs::write(shop.kit.home.path().join("config.toml"), some).unwrap();
    assert_eq!(shop.kit.tables().await, []);
    let text = shop.kit.refused::<db_query>(sql("SELECT 1")).await;
    assert!(text.contains("takes no SQL"), "{text}");
    let text = shop.kit.refused::<db_select>(json!({"source": "shop", "table": "item"})).await;
    assert!(text.contains("no table `item` of `shop` may be read"), "{text}");
    shop.close().await;
}

#[tokio::test]
async fn no_part_of_an_address_is_in_an_error() {
    let mut wrong = url::Url::parse(&server()).unwrap();
    wrong.set_username("nobody-here").unwrap();
    wrong.set_password(Some("s3cret")).unwrap();
    for url in [wrong.as_str(), "postgres://ada:s3cret@127.0.0.1:9/shop"] {
        let kit = Kit::new(&section("postgres", url, ""));
        let text = kit.refused::<db_tables>(json!({"source": "shop"})).await;
        assert!(text.starts_with("`shop` cannot be reached: "), "{text}");
        for secret in ["s3cret", "nobody", "ada", "127.0.0.1"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}
