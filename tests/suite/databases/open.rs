//! Who may read which database: the operator all, an agent those that its settings name.

use serde_json::json;
use tollgate::call::{Call, Caller};
use tollgate::decl::Scopes;
use tollgate_tools::db::source::db_sources;
use tollgate_tools::db::table::db_tables;

use super::kit::{Kit, answer};

const TWO: &str = "
[db_sources.shop]
label = \"The shop\"
driver = \"sqlite\"
url = \"sqlite:/tmp/tollgate-no-such-shop.db\"
allowed_tables = [\"item\"]
max_rows = 7

[db_sources.wages]
driver = \"postgresql\"
url = \"postgres://payroll:s3cret@db.example/wages\"
allowed_tables = [\"*\"]
";

fn agent(id: &str) -> Caller {
    Caller::Agent { id: id.to_owned(), workspace_id: "w".to_owned() }
}

async fn names(call: &Call) -> Vec<String> {
    let found = answer::<db_sources>(call, json!({})).await.unwrap();
    let sources = found["sources"].as_array().unwrap();
    sources.iter().map(|source| source["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_operator_sees_every_database_and_no_address() {
    let kit = Kit::new(TWO);
    let found = kit.run::<db_sources>(json!({})).await;
    let shop = json!({"name": "shop", "label": "The shop", "driver": "sqlite",
        "free_sql": false, "max_rows": 7});
    let wages = json!({"name": "wages", "label": "", "driver": "postgres",
        "free_sql": true, "max_rows": 200});
    assert_eq!(found, json!({"sources": [shop, wages], "count": 2}));
}

#[tokio::test]
async fn an_agent_sees_what_its_settings_name_and_sees_it_change() {
    let kit = Kit::new(TWO);
    kit.agent_file("ada", "[capabilities]\ndb_sources = [\"SHOP\", \"gone\"]\n");
    kit.agent_file("bob", "[capabilities]\n");
    assert_eq!(names(&kit.call(agent("ada"))).await, ["shop"]);
    for nobody in ["bob", "carol", "../ada", ""] {
        assert_eq!(names(&kit.call(agent(nobody))).await, [""; 0], "{nobody}");
    }
    kit.agent_file("bob", "[capabilities]\ndb_sources = [\"wages\"]\n");
    assert_eq!(names(&kit.call(agent("bob"))).await, ["wages"]);
}

#[tokio::test]
async fn a_database_that_is_not_open_is_the_same_as_none() {
    let kit = Kit::new(TWO);
    kit.agent_file("ada", "[capabilities]\ndb_sources = [\"shop\"]\n");
    let call = kit.call(agent("ada"));
    let mut told = Vec::new();
    for name in ["wages", "water"] {
        let text = answer::<db_tables>(&call, json!({"source": name})).await.unwrap_err();
        told.push(text.replace(name, "X"));
    }
    assert_eq!(told[0], told[1]);
    assert!(told[0].contains("no database `X` is open to this caller"), "{}", told[0]);
}

#[tokio::test]
async fn a_key_that_is_no_agents_reads_nothing() {
    let kit = Kit::new(TWO);
    let key = Caller::Key { client: "c".to_owned(), scopes: Scopes::NONE, is_external: true };
    let text = answer::<db_sources>(&kit.call(key), json!({})).await.unwrap_err();
    assert!(text.contains("this key belongs to none"), "{text}");
}

#[tokio::test]
async fn settings_that_cannot_be_read_open_nothing() {
    let kit = Kit::new(TWO);
    for text in ["[capabilities", "[capabilities]\ndb_sources = \"shop\"\n", "\u{feff}x"] {
        kit.agent_file("ada", text);
        let told = answer::<db_sources>(&kit.call(agent("ada")), json!({})).await.unwrap_err();
        assert!(told.contains("`tollgate check` tells the operator why"), "{told}");
    }
    let kit = Kit::new(&TWO.replace("max_rows = 7", "max_rows = 0"));
    let told = kit.refused::<db_sources>(json!({})).await;
    assert!(!told.contains("s3cret") && told.contains("cannot be read"), "{told}");
}

#[tokio::test]
async fn a_variable_without_an_address_is_told_without_its_content() {
    let text =
        "[db_sources.shop]\ndriver = \"mysql\"\nurl_env = \"PATH\"\nallowed_tables = [\"*\"]\n";
    let kit = Kit::new(text);
    let told = kit.refused::<db_tables>(json!({"source": "shop"})).await;
    assert!(told.starts_with("`shop` is not set up: the environment variable"), "{told}");
    assert!(!told.contains("/bin"), "{told}");
}
