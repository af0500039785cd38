//! `tollgate tools` and `tollgate budget`.

use serde_json::Value;
use tollgate::registry::REGISTRY;

use super::Home;

#[test]
fn every_tool_is_listed_with_its_description() {
    let text = Home::new().answer(&["tools", "list"]);
    for decl in REGISTRY.decls() {
        let line = text.lines().find(|line| line.trim_start().starts_with(decl.name)).unwrap();
        assert!(line.ends_with(decl.description.plain), "{line}");
    }
}

#[test]
fn a_list_as_json_has_every_tool_in_order() {
    let json = Home::new().answer(&["tools", "list", "--json"]);
    let tools: Vec<Value> = serde_json::from_str(&json).unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, REGISTRY.decls().map(|decl| decl.name).collect::<Vec<_>>());
}

#[test]
fn an_unknown_tool_is_refused_with_the_nearest() {
    let known = REGISTRY.tools[0].decl.name;
    let text = Home::new().complaint(1, &["tools", "show", &known[1..]]);
    assert!(text.contains(&format!("`{known}`")), "{text}");
}

#[test]
fn an_export_holds_the_list_objects_byte_for_byte() {
    let json = Home::new().answer(&["tools", "export"]);
    for decl in REGISTRY.decls() {
        let member = format!("\"list_object\":{}", decl.list_object);
        assert!(json.contains(&member), "{}", decl.name);
    }
}

#[test]
fn the_budget_adds_up() {
    let home = Home::new();
    let json: Value = serde_json::from_str(&home.answer(&["budget", "--json"])).unwrap();
    let bytes: usize = REGISTRY.list_objects().map(str::len).sum();
    assert_eq!(json["total"]["wire_bytes"], bytes);
    assert_eq!(json["total"]["tools"], REGISTRY.tools.len());
    let text = home.answer(&["budget"]);
    assert!(text.contains("default surface: "), "{text}");
}
