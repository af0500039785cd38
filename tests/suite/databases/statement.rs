//! What a statement of free SQL may be, in each dialect: the wall before the session.

use tollgate::port::Dialect::{self, MySql, Postgres, Sqlite};
use tollgate_tools::db::statement::{StatementError, TOKENS_MAX, reading};

const ALL: [Dialect; 3] = [MySql, Postgres, Sqlite];

#[track_caller]
fn refused(dialect: Dialect, sql: &str) -> StatementError {
    match reading(dialect, sql) {
        Ok(text) => panic!("{dialect:?} takes {sql} as {text}"),
        Err(error) => error,
    }
}

#[test]
fn statements_that_read_are_taken() {
    for dialect in ALL {
        for sql in [
            "SELECT 1",
            "select a, count(*) from t where b like 'x%' group by a having count(*) > 1 order by 2",
            "WITH x AS (SELECT 1 AS a) SELECT * FROM x JOIN t USING (a)",
            "SELECT a FROM t UNION ALL SELECT b FROM u LIMIT 3 OFFSET 2",
            "SELECT row_number() OVER (PARTITION BY a ORDER BY b) FROM t",
            "SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a);",
            "SELECT 'DROP TABLE t; -- it''s a text' AS x",
        ] {
            let printed = reading(dialect, sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
            assert_eq!(reading(dialect, &printed).as_deref(), Ok(printed.as_str()));
        }
    }
    assert!(reading(Postgres, "VALUES (1), (2)").is_ok());
    assert!(reading(Postgres, "SELECT E'\\'', $$a'b$$, pg_sleep(1), x::text FROM t").is_ok());
}

#[test]
fn texts_reach_the_database_as_they_were_written() {
    for (dialect, sql) in [
        (MySql, "SELECT 'a\\'b', \"c\\\"d\", 'e\\\\' FROM `t``u`"),
        (Postgres, "SELECT 'a\\', \"c\"\"d\" FROM t"),
        (Sqlite, "SELECT 'a\\', \"c\"\"d\" FROM t"),
    ] {
        assert_eq!(reading(dialect, sql).as_deref(), Ok(sql));
    }
}

#[test]
fn every_other_kind_of_statement_is_refused() {
    for dialect in ALL {
        for sql in [
            "INSERT INTO t VALUES (1)",
            "INSERT INTO t SELECT * FROM u",
            "UPDATE t SET a = 1",
            "DELETE FROM t",
            "DROP TABLE t",
            "CREATE TABLE t (a int)",
            "CREATE TABLE t AS SELECT 1",
            "ALTER TABLE t ADD COLUMN a int",
            "TRUNCATE TABLE t",
            "REPLACE INTO t VALUES (1)",
            "MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE",
            "BEGIN",
            "COMMIT",
            "SET x = 1",
            "GRANT SELECT ON t TO u",
            "CALL f()",
            "EXPLAIN SELECT 1",
            "PRAGMA user_version = 1",
            "ATTACH DATABASE 'x' AS y",
            "COPY t TO '/tmp/x'",
            "LOCK TABLE t",
            "VACUUM",
            "EXECUTE f",
            "DO $$ BEGIN END $$",
            "SHOW TABLES",
            "LOAD DATA INFILE 'x' INTO TABLE t",
        ] {
            let error = refused(dialect, sql);
            let is_kind =
                matches!(error, StatementError::Kind { .. } | StatementError::Unreadable { .. });
            assert!(is_kind, "{dialect:?} {sql}: {error:?}");
        }
    }
}

#[test]
fn a_query_that_does_more_than_read_is_refused() {
    for (dialect, sql) in [
        (Postgres, "SELECT * FROM t FOR UPDATE"),
        (Postgres, "SELECT * FROM t FOR SHARE"),
        (MySql, "SELECT * FROM t FOR UPDATE"),
        (MySql, "SELECT * FROM t LOCK IN SHARE MODE"),
        (Postgres, "SELECT * INTO u FROM t"),
        (MySql, "SELECT * FROM t INTO OUTFILE '/tmp/x'"),
        (MySql, "SELECT a INTO @x FROM t"),
        (Postgres, "WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x"),
        (Postgres, "WITH x AS (INSERT INTO t VALUES (1) RETURNING a) SELECT * FROM x"),
        (Postgres, "WITH x AS (UPDATE t SET a = 1 RETURNING a) SELECT * FROM x"),
        (Sqlite, "WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x"),
        (MySql, "WITH x AS (SELECT 1) DELETE FROM t"),
        (MySql, "SELECT /*+ SET_VAR(max_execution_time = 0) */ 1"),
        (MySql, "SELECT 1 /*! INTO OUTFILE '/tmp/x' */"),
        (Postgres, "SELECT (SELECT a FROM t FOR UPDATE)"),
        (Postgres, "TABLE pg_authid"),
        (Postgres, "SELECT 1 UNION ALL TABLE pg_authid"),
        (MySql, "WITH x AS (TABLE user) SELECT * FROM x"),
    ] {
        refused(dialect, sql);
    }
}

#[test]
fn exactly_one_statement_is_taken() {
    for dialect in ALL {
        assert_eq!(refused(dialect, " -- nothing"), StatementError::Count { count: 0 });
        let two = refused(dialect, "SELECT 1; SELECT 2");
        assert_eq!(two, StatementError::Count { count: 2 });
        refused(dialect, "SELECT 1; DROP TABLE t");
    }
}

#[test]
fn functions_and_tables_that_reach_further_are_refused_however_they_are_spelled() {
    for (dialect, sql) in [
        (Postgres, "SELECT pg_read_file('/etc/passwd')"),
        (Postgres, "SELECT PG_Read_Binary_File('/etc/passwd')"),
        (Postgres, "SELECT \"pg_ls_dir\"('/')"),
        (Postgres, "SELECT pg_catalog.lo_import('/etc/passwd')"),
        (Postgres, "SELECT * FROM dblink('host=x', 'SELECT 1') AS t(a int)"),
        (Postgres, "SELECT * FROM t, LATERAL pg_ls_dir('/') AS x"),
        (Postgres, "SELECT set_config('transaction_read_only', 'off', false)"),
        (Postgres, "SELECT query_to_xml('DELETE FROM t', true, true, '')"),
        (Postgres, "SELECT a FROM t ORDER BY nextval('s')"),
        (Postgres, "SELECT CASE WHEN pg_terminate_backend(1) THEN 1 END"),
        (Postgres, "SELECT pg_advisory_lock(1)"),
        (Postgres, "SELECT * FROM pg_catalog.pg_authid"),
        (Postgres, "SELECT (SELECT passwd FROM PG_SHADOW LIMIT 1)"),
        (Postgres, "SELECT * FROM crosstab('DELETE FROM t') AS x(a int)"),
        (Postgres, "SELECT * FROM information_schema.user_mapping_options"),
        (MySql, "SELECT LOAD_FILE('/etc/passwd')"),
        (MySql, "SELECT `load_file`('/etc/passwd')"),
        (MySql, "SELECT /*! load_file('/etc/passwd') */"),
        (MySql, "SELECT get_lock('x', 10)"),
        (MySql, "SELECT * FROM mysql.user"),
        (MySql, "SELECT * FROM `MySQL`.`user`"),
        (Sqlite, "SELECT load_extension('x')"),
        (Sqlite, "SELECT * FROM pragma_journal_mode('off')"),
        (Sqlite, "SELECT * FROM pragma_database_list"),
        (Sqlite, "SELECT zeroblob(1000000000)"),
    ] {
        let error = refused(dialect, sql);
        let is_named =
            matches!(error, StatementError::Function { .. } | StatementError::Relation { .. });
        assert!(is_named, "{sql}: {error:?}");
    }
}

#[test]
fn a_statement_of_many_words_is_judged_and_one_more_is_refused() {
    // Each `+ 1` is two more, and nests in the one before it.
    let sum = |pairs: usize| format!("SELECT 1{}", " + 1".repeat(pairs));
    let pairs = (TOKENS_MAX - 2) / 2;
    for dialect in ALL {
        assert!(reading(dialect, &sum(pairs)).is_ok());
        let error = refused(dialect, &sum(pairs + 1));
        assert_eq!(error, StatementError::TooLong { tokens: TOKENS_MAX + 2 });
        refused(dialect, &format!("SELECT {}1{}", "(".repeat(900), ")".repeat(900)));
    }
}

#[test]
fn what_nests_deeply_is_judged_in_good_time() {
    let began = std::time::Instant::now();
    for dialect in ALL {
        for (open, close) in
            [("(", ")"), ("(SELECT ", ")"), ("CASE WHEN ", " THEN 1 END"), ("f(", ")")]
        {
            for depth in [10, 20, 40, 200] {
                let inner = format!("{}1{}", open.repeat(depth), close.repeat(depth));
                for sql in [format!("SELECT {inner}"), format!("SELECT * FROM {inner} AS x")] {
                    drop(reading(dialect, &sql));
                }
            }
        }
    }
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}
