//! `[db_sources.<name>]` in the settings file: every mistake with its place, no password in any.

use tollgate::settings::{Home, databases, load};

/// What the reader of the settings says, without the path of the file; both readers say the same.
#[track_caller]
fn said(text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("config.toml"), text).unwrap();
    let home = Home::at(folder.path().to_owned());
    let all = load(&home).map(drop).map_err(|error| error.to_string());
    let own = databases(&home).map(drop).map_err(|error| error.to_string());
    assert_eq!(all, own);
    let text = all.err().unwrap_or_default();
    text.replace(&format!("{}/config.toml:", folder.path().display()), "")
}

fn section(key: &str, value: &str) -> String {
    let mut text = String::from("[db_sources.shop]\n");
    for (name, default) in [
        ("driver", "\"postgres\""),
        ("url", "\"postgres://ada:s3cret@db/shop\""),
        ("allowed_tables", "[\"*\"]"),
    ] {
        let value = if name == key { value } else { default };
        if !value.is_empty() {
            text.push_str(&format!("{name} = {value}\n"));
        }
    }
    if !["driver", "url", "allowed_tables"].contains(&key) {
        text.push_str(&format!("{key} = {value}\n"));
    }
    text
}

#[test]
fn a_section_at_its_limits_is_read_and_one_beyond_is_refused() {
    let list = |count: usize| format!("[{}]", vec!["\"t\""; count].join(", "));
    for (key, inside, beyond) in [
        ("max_rows", "1", "0"),
        ("max_rows", "1000", "1001"),
        ("timeout_ms", "100", "99"),
        ("timeout_ms", "120000", "120001"),
        ("allowed_tables", list(500).as_str(), list(501).as_str()),
        ("allowed_tables", "[\"t\"]", "[]"),
        ("label", &format!("{:?}", "x".repeat(200)), &format!("{:?}", "x".repeat(201))),
    ] {
        assert_eq!(said(&section(key, inside)), "", "{key} = {inside}");
        let said = said(&section(key, beyond));
        assert!(said.contains(&format!("db_sources.shop.{key}: found ")), "{said}");
    }
}

#[test]
fn names_and_their_number_have_limits() {
    let named = |name: &str| section("label", "\"x\"").replace("shop]", &format!("{name}]"));
    let longest = "a".repeat(64);
    assert_eq!(said(&named(&longest)), "");
    for wrong in ["Shop", "1shop", "shop-2", "_x", &"a".repeat(65)] {
        let said = said(&named(wrong));
        assert!(said.starts_with("1:13: ") && said.contains("found the name `"), "{said}");
    }
    let many = |count: usize| (0..count).map(|at| named(&format!("s{at}"))).collect::<String>();
    assert_eq!(said(&many(64)), "");
    assert!(said(&many(65)).contains("found 65 sources, expected at most 64"));
}

#[test]
fn every_mistake_is_told_at_once_with_its_place() {
    let text = "[db_sources.shop]\ndriver = \"postgrse\"\nlabl = \"x\"\nallowed_tables = \"*\"\n";
    assert_eq!(
        said(text),
        "1:13: db_sources.shop.url: missing; give `url`, an address, or `url_env`, the variable \
         that holds one\n\
         2:10: db_sources.shop.driver: found \"postgrse\", expected \"sqlite\", \"postgres\" or \
         \"mysql\"; did you mean `postgres`?\n\
         3:1: db_sources.shop.labl: unknown key; the keys of [db_sources.<name>] are \
         `allowed_tables`, `driver`, `label`, `max_rows`, `timeout_ms`, `url`, `url_env`; \
         did you mean `label`?\n\
         4:18: db_sources.shop.allowed_tables: found a text of 1 characters, expected a list of 1 \
         to 500 names of tables, or [\"*\"] for all"
    );
}

#[test]
fn what_is_missing_or_twice_is_told() {
    for key in ["driver", "url", "allowed_tables"] {
        let said = said(&section(key, ""));
        assert!(said.contains(&format!("db_sources.shop.{key}: missing; give ")), "{said}");
    }
    let said = said(&section("url_env", "\"SHOP_URL\""));
    assert!(said.contains("found both `url` and `url_env`, expected one of the two"), "{said}");
}

#[test]
fn an_address_that_is_none_is_never_shown() {
    for url in [
        "postgres:/ada:s3cret@db/shop",
        "postgres://ada:s3cret@db",
        "mysql://ada:s3cret@db/shop",
        "ada:s3cret",
    ] {
        let said = said(&section("url", &format!("{url:?}")));
        assert!(said.contains("db_sources.shop.url: found a text of "), "{said}");
        assert!(!said.contains("s3cret"), "{said}");
    }
    let said = said("[db_sources]\nshop = \"postgres://ada:s3cret@db/shop\"\n");
    assert!(said.contains("expected a section") && !said.contains("s3cret"), "{said}");
}

#[test]
fn every_spelling_of_a_driver_takes_its_own_addresses() {
    for (driver, url) in [
        ("sqlite", "sqlite:/a/b.db"),
        ("SQLite3", "sqlite:///a/b.db"),
        ("postgresql", "postgresql://db/shop"),
        ("mariadb", "mariadb://db/shop"),
        ("mysql", "mysql://db/shop"),
    ] {
        let text =
            section("url", &format!("{url:?}")).replace("\"postgres\"", &format!("{driver:?}"));
        assert_eq!(said(&text), "", "{driver} {url}");
    }
    let text = section("url", "\"sqlite:a.db\"").replace("\"postgres\"", "\"sqlite\"");
    assert!(said(&text).contains("expected \"sqlite:/absolute/path\""));
}
