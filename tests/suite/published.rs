//! The surface and real answers against the JSON schema that each protocol version publishes.
//!
//! The schemas are read from packages that `scripts/test` installs; no copy of them is kept here.

use std::path::Path;
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Value, json};
use tollgate::registry::REGISTRY;

use super::session::{Home, Session, clients, initialize, program, succeed};

/// The versions that a session agrees on.
const STDIO: &[&str] = &["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The schemas of all versions, by version.
fn schemas() -> &'static Value {
    static SCHEMAS: OnceLock<Value> = OnceLock::new();
    SCHEMAS.get_or_init(|| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/schemas.mjs");
        let text = succeed(program("node").arg(script).arg(clients()));
        serde_json::from_str(&text).expect("schemas.mjs prints JSON")
    })
}

/// A validator of one definition of one version's schema.
#[track_caller]
fn definition(version: &str, name: &str) -> Validator {
    let mut schema = schemas()[version].clone();
    let place = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
    assert!(schema[place].get(name).is_some(), "{version} has no {name}");
    schema["$ref"] = json!(format!("#/{place}/{name}"));
    jsonschema::validator_for(&schema).unwrap()
}

/// What is wrong with a value, in the words of the validator.
fn faults(validator: &Validator, value: &Value) -> Vec<String> {
    let line =
        |fault: jsonschema::ValidationError<'_>| format!("{} at {}", fault, fault.instance_path());
    validator.iter_errors(value).map(line).collect()
}

#[track_caller]
fn is_valid(version: &str, name: &str, value: &Value) {
    let faults = faults(&definition(version, name), value);
    assert_eq!(faults, Vec::<String>::new(), "{name} of {version}: {value}");
}

#[test]
fn every_tool_is_valid_in_every_protocol_version() {
    for version in schemas().as_object().expect("an object").keys() {
        let validator = definition(version, "Tool");
        for decl in REGISTRY.decls() {
            let tool = serde_json::from_str(decl.list_object).unwrap();
            let faults = faults(&validator, &tool);
            assert_eq!(faults, Vec::<String>::new(), "{} in {version}", decl.name);
        }
    }
}

#[test]
fn every_protocol_version_refuses_a_broken_tool() {
    let versions: Vec<_> = schemas().as_object().expect("an object").keys().collect();
    assert_eq!(versions.len(), STDIO.len() + 1, "{versions:?}");
    for version in versions {
        let validator = definition(version, "Tool");
        let object = json!({"type": "object"});
        assert!(validator.is_valid(&json!({"name": "a", "inputSchema": object})), "{version}");
        for schema in [json!(null), json!({}), json!({"type": ["object"]})] {
            let tool = json!({"name": "a", "inputSchema": schema});
            assert!(!validator.is_valid(&tool), "{version} takes {tool}");
        }
        assert!(!validator.is_valid(&json!({"inputSchema": object})), "{version}");
    }
}

#[test]
fn every_answer_is_valid_in_its_protocol_version() {
    let home = Home::new();
    for version in STDIO {
        let mut session = Session::start(&home);
        let opened = session.request("initialize", initialize(version));
        assert_eq!(opened["result"]["protocolVersion"], *version);
        is_valid(version, "InitializeResult", &opened["result"]);
        session.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        let listed = session.request("tools/list", json!({}));
        is_valid(version, "ListToolsResult", &listed["result"]);
        let good = session.call("list_workspaces", json!({}));
        is_valid(version, "CallToolResult", &good["result"]);
        let bad = session.call("list_workspaces", json!({"no_such": 1}));
        assert_eq!(bad["result"]["isError"], true, "{bad}");
        is_valid(version, "CallToolResult", &bad["result"]);
        session.close();
    }
}

#[test]
fn every_answer_to_a_claim_is_valid_in_its_protocol_version() {
    const VERSION: &str = "2026-07-28";
    let home = Home::new();
    let mut session = Session::start(&home);
    let mut ask = |method: &str, mut params: Value| {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": VERSION,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let answer = session.request(method, params);
        is_valid(VERSION, "JSONRPCMessage", &answer);
        answer["result"].clone()
    };
    is_valid(VERSION, "DiscoverResult", &ask("server/discover", json!({})));
    is_valid(VERSION, "ListToolsResult", &ask("tools/list", json!({})));
    let call = |arguments: Value| json!({"name": "list_workspaces", "arguments": arguments});
    is_valid(VERSION, "CallToolResult", &ask("tools/call", call(json!({}))));
    let bad = ask("tools/call", call(json!({"no_such": 1})));
    assert_eq!(bad["isError"], true, "{bad}");
    is_valid(VERSION, "CallToolResult", &bad);
    ask("no/such/method", json!({}));
    session.close();
}

#[test]
fn every_message_is_valid_in_the_versions_that_say_how() {
    let home = Home::new();
    for version in STDIO.iter().filter(|version| **version != "2024-11-05") {
        let mut session = Session::open(&home, version);
        is_valid(version, "JSONRPCMessage", &session.request("ping", json!({})));
        is_valid(version, "JSONRPCMessage", &session.request("tools/list", json!({})));
        is_valid(version, "JSONRPCMessage", &session.request("no/such/method", json!({})));
        is_valid(version, "JSONRPCMessage", &session.call("no_such_tool", json!({})));
        session.close();
    }
}
