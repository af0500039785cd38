//! Functions and tables that a reader has no business with, although they only read or only wait.
//!
//! A session that cannot write does not stop them: they reach files, other servers, locks that
//! others wait for, accounts, or they run a text as SQL that nobody has judged.

use crate::port::Dialect;

/// What a name begins with, or, without the star, is.
type Names = &'static [&'static str];

const POSTGRES_FUNCTIONS: Names = &[
    "binary_upgrade_*",
    "connectby",
    "crosstab*",
    "currtid*",
    "cursor_to_xml*",
    "database_to_xml*",
    "dblink*",
    "http",
    "http_*",
    "lo_*",
    "loread",
    "lowrite",
    "nextval",
    "pg_advisory_*",
    "pg_backup_*",
    "pg_cancel_backend",
    "pg_copy_*",
    "pg_create_*",
    "pg_current_logfile",
    "pg_drop_*",
    "pg_export_snapshot",
    "pg_extension_config_dump",
    "pg_file_*",
    "pg_hba_file_rules",
    "pg_import_*",
    "pg_log_*",
    "pg_logical_*",
    "pg_ls_*",
    "pg_notify",
    "pg_promote",
    "pg_read_*",
    "pg_reload_conf",
    "pg_replication_*",
    "pg_restore_*",
    "pg_rotate_logfile*",
    "pg_show_all_file_settings",
    "pg_start_backup",
    "pg_stat_file",
    "pg_stat_reset*",
    "pg_stop_backup",
    "pg_switch_wal",
    "pg_sync_replication_slots",
    "pg_terminate_backend",
    "pg_try_advisory_*",
    "pg_wal_replay_*",
    "query_to_xml*",
    "schema_to_xml*",
    "set_config",
    "setval",
    "table_to_xml*",
    "ts_rewrite",
    "ts_stat",
    "xpath_table",
];

const MYSQL_FUNCTIONS: Names = &[
    "get_lock",
    "lastval",
    "load_file",
    "master_*",
    "nextval",
    "release_all_locks",
    "release_lock",
    "setval",
    "source_pos_wait",
    "sys_*",
    "wait_*",
];

const SQLITE_FUNCTIONS: Names = &[
    "edit",
    "fsdir",
    "fts3_tokenizer",
    "load_extension",
    "pragma_*",
    "randomblob",
    "readfile",
    "sqlite_dbpage",
    "writefile",
    "zeroblob",
];

const POSTGRES_RELATIONS: Names = &[
    "_pg_user_mappings",
    "pg_authid",
    "pg_config",
    "pg_file_settings",
    "pg_hba_file_rules",
    "pg_ident_file_mappings",
    "pg_largeobject",
    "pg_shadow",
    "pg_subscription",
    "pg_user_mapping",
    "pg_user_mappings",
    "user_mapping_options",
];

const SQLITE_RELATIONS: Names = &["pragma_*", "sqlite_dbpage", "dbstat", "fsdir"];

/// Whether a function of this lower-case name is refused.
pub(super) fn function(dialect: Dialect, name: &str) -> bool {
    let names = match dialect {
        Dialect::MySql => MYSQL_FUNCTIONS,
        Dialect::Postgres => POSTGRES_FUNCTIONS,
        Dialect::Sqlite => SQLITE_FUNCTIONS,
    };
    lists(names, name)
}

/// Whether a table of this lower-case path is refused.
pub(super) fn relation(dialect: Dialect, path: &[String]) -> bool {
    let Some(last) = path.last() else { return true };
    match dialect {
        Dialect::MySql => path.len() > 1 && path[path.len() - 2] == "mysql",
        Dialect::Postgres => lists(POSTGRES_RELATIONS, last),
        Dialect::Sqlite => lists(SQLITE_RELATIONS, last),
    }
}

fn lists(names: Names, name: &str) -> bool {
    names.iter().any(|listed| match listed.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == *listed,
    })
}
