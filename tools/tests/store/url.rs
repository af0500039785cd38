//! What `[store] url` may say.

use std::path::Path;

use tollgate_tools::store::StoreUrl;

#[track_caller]
fn check(text: &str, shown: &str) {
    match StoreUrl::parse(text) {
        Ok(url) => assert_eq!(url.to_string(), shown, "{text}"),
        Err(error) => assert_eq!(error.to_string(), shown, "{text}"),
    }
}

#[test]
fn urls_of_both_kinds_are_read() {
    check("sqlite:/var/lib/tollgate/a.db", "sqlite:/var/lib/tollgate/a.db");
    check("sqlite:///var/lib/a b%20#.db", "sqlite:/var/lib/a b%20#.db");
    check("postgres://me@db.example:5433/tollgate", "postgres://me@db.example:5433/tollgate");
    check("postgresql:///tollgate?host=/run/postgresql", "postgres:///tollgate");
}

#[test]
fn passwords_are_never_shown() {
    let url = StoreUrl::parse("postgres://me:s3cret@db/t?password=s3cret").unwrap();
    assert_eq!(url.to_string(), "postgres://me@db/t");
    assert_eq!(format!("{url:?}"), "StoreUrl(postgres://me@db/t)");
}

#[test]
fn other_texts_are_refused_with_what_to_write() {
    let write = "write `sqlite:/absolute/path` or `postgres://user@host/database`";
    check("mysql://db/t", &format!("`mysql` is no kind of store; {write}"));
    check("/var/lib/a.db", &format!("a store URL starts with `sqlite:` or `postgres://`; {write}"));
    check("sqlite:a.db", "the path of an SQLite store must be absolute, `a.db` is not");
    check(
        "sqlite::memory:",
        "an SQLite store must be a file; `:memory:` would forget acknowledged writes",
    );
    check(
        "sqlite:/a.db?mode=ro",
        "an SQLite store takes no options; drop everything from the `?` on",
    );
    check("postgres://db:x/t", "the PostgreSQL URL cannot be read: invalid port number");
    check(
        "postgres://me@db",
        "the PostgreSQL URL names no database; write `postgres://user@host/database`",
    );
}

#[test]
fn the_embedded_store_is_a_file_of_the_home() {
    let url = StoreUrl::in_home(Path::new("/srv/tollgate")).unwrap();
    assert_eq!(url.file(), Some(Path::new("/srv/tollgate/tollgate.db")));
    let error = StoreUrl::in_home(Path::new("home")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the path of an SQLite store must be absolute, `home/tollgate.db` is not"
    );
}
