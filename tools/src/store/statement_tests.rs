//! What the checks of statements let through, and what they find.

use super::{global_fault, scoped_fault};

const FILTER: &str = "each table of workspace rows needs its own `workspace_id = $1`, \
                      right after WHERE, ON or AND";
const COLUMNS: &str = "an INSERT names `workspace_id` as its first column and $1 as its value";
const CONFLICT: &str = "ON CONFLICT must name `workspace_id` first";

#[test]
fn scoped_takes_statements_that_filter() {
    for sql in [
        "SELECT id FROM spaces WHERE workspace_id = $1",
        "select id from spaces where workspace_id = $1 and id = $2",
        "SELECT s.id FROM spaces s WHERE s.workspace_id = $1 ORDER BY s.id LIMIT $2",
        "SELECT m.id FROM messages m JOIN conversations c ON c.workspace_id = $1 AND \
         c.id = m.conversation_id WHERE m.workspace_id = $1",
        "SELECT id FROM spaces WHERE workspace_id = $1 AND id IN \
         (SELECT space_id FROM conversations WHERE workspace_id = $1)",
        "UPDATE spaces SET name = $2 WHERE workspace_id = $1 AND id = $3",
        "DELETE FROM todos WHERE workspace_id = $1 AND conversation_id = $2",
        "INSERT INTO spaces (workspace_id, id) VALUES ($1, $2)",
        "INSERT INTO spaces (workspace_id, id) VALUES ($1, $2), ($1, COALESCE($3, $4))",
        "INSERT INTO spaces (workspace_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        "INSERT INTO spaces (workspace_id, id) VALUES ($1, $2) \
         ON CONFLICT (workspace_id, id) DO UPDATE SET name = excluded.name",
        "INSERT INTO todos (workspace_id, id) SELECT $1, id FROM todos WHERE workspace_id = $1",
    ] {
        assert_eq!(scoped_fault(sql), None, "{sql}");
    }
}

#[test]
fn scoped_finds_what_was_forgotten() {
    for (sql, fault) in [
        ("SELECT id FROM spaces", FILTER),
        ("SELECT id FROM spaces WHERE workspace_id = $2", FILTER),
        ("SELECT id FROM spaces WHERE workspace_id = $12", FILTER),
        ("SELECT id FROM spaces WHERE workspace_id <> $1", FILTER),
        ("SELECT workspace_id = $1 FROM spaces", FILTER),
        ("DELETE FROM spaces WHERE id = $1", FILTER),
        ("UPDATE spaces SET name = $2 WHERE id = $1", FILTER),
        ("SELECT m.id FROM messages m, spaces s WHERE m.workspace_id = $1", FILTER),
        (
            "SELECT m.id FROM messages m JOIN spaces s ON m.workspace_id = $1 \
             WHERE m.workspace_id = $1",
            FILTER,
        ),
        (
            "SELECT id FROM spaces WHERE workspace_id = $1 AND id IN \
             (SELECT space_id FROM conversations)",
            FILTER,
        ),
        ("INSERT INTO spaces (id, workspace_id) VALUES ($1, $2)", COLUMNS),
        ("INSERT INTO spaces (workspace_id, id) VALUES ($2, $1)", COLUMNS),
        ("INSERT INTO spaces (workspace_id, id) VALUES ($1, $2), ($3, $4)", COLUMNS),
        ("INSERT INTO spaces VALUES ($1, $2)", COLUMNS),
        ("INSERT INTO todos (workspace_id, id) SELECT $2, id FROM workspaces", COLUMNS),
        ("INSERT INTO todos (workspace_id, id) SELECT $1, id FROM todos", FILTER),
    ] {
        assert_eq!(scoped_fault(sql), Some(fault), "{sql}");
    }
}

#[test]
fn scoped_refuses_ways_around_the_filter() {
    for (sql, fault) in [
        (
            "SELECT id FROM spaces WHERE workspace_id = $1 OR id = $2",
            "OR can undo the filter; use IN or COALESCE, or two statements",
        ),
        ("UPDATE spaces SET workspace_id = $1 WHERE id = $2", "a row never changes its workspace"),
        (
            "UPDATE spaces SET name = $2, workspace_id = $3 WHERE workspace_id = $1",
            "a row never changes its workspace",
        ),
        (
            "INSERT INTO spaces (workspace_id, id) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET name = $3",
            CONFLICT,
        ),
        (
            "INSERT INTO spaces (workspace_id, id) VALUES ($1, $2) \
             ON CONFLICT ON CONSTRAINT spaces_key DO UPDATE SET name = $3",
            CONFLICT,
        ),
        (
            "SELECT id FROM workspaces",
            "the statement names no table of workspace rows; use `Global::sql`",
        ),
        (
            "WITH s AS (SELECT id FROM spaces WHERE workspace_id = $1) SELECT id FROM s",
            "the statement must start with SELECT, INSERT, UPDATE or DELETE",
        ),
        ("", "the statement must start with SELECT, INSERT, UPDATE or DELETE"),
    ] {
        assert_eq!(scoped_fault(sql), Some(fault), "{sql}");
    }
}

#[test]
fn both_keep_statements_plain() {
    let comment = "the statement holds a comment; write it beside the statement";
    for (tail, fault) in [
        ("AND name = 'x'", "the statement quotes; bind the value as a parameter"),
        ("AND \"name\" = $2", "the statement quotes; bind the value as a parameter"),
        ("; DELETE FROM x", "the statement holds more than one statement"),
        ("-- workspace_id = $1", comment),
        ("/* workspace_id = $1 */", comment),
        ("AND id = ?", "parameters are written $1, $2, ..."),
        (
            "AND name = \u{e9}",
            "the statement holds characters beyond ASCII; bind the value as a parameter",
        ),
    ] {
        let scoped = format!("SELECT id FROM spaces WHERE workspace_id = $1 {tail}");
        assert_eq!(scoped_fault(&scoped), Some(fault), "{scoped}");
        let global = format!("SELECT id FROM workspaces WHERE id = $1 {tail}");
        assert_eq!(global_fault(&global), Some(fault), "{global}");
    }
    let long =
        format!("SELECT id FROM spaces WHERE workspace_id = $1 {}", "AND id = $2 ".repeat(99));
    assert_eq!(scoped_fault(&long), Some("the statement is too long to be checked; split it"));
}

#[test]
fn global_refuses_every_table_of_workspace_rows() {
    for table in super::WORKSPACE_TABLES {
        let sql = format!("SELECT f.id FROM feeds f JOIN {table} ON 1 = 1");
        let fault =
            "the statement names a table of workspace rows; use `Scoped::sql` and a `Workspace`";
        assert_eq!(global_fault(&sql), Some(fault), "{sql}");
    }
    assert_eq!(global_fault("SELECT id, name FROM workspaces ORDER BY id"), None);
    assert_eq!(global_fault("SELECT id FROM feeds WHERE id = $1 OR url = $2"), None);
}
