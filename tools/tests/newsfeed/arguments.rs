//! The tools as callers reach them: by declaration and JSON.

use serde_json::value::RawValue;
use tollgate_tools::bind::Tool;
use tollgate_tools::decl::{Does, Effect, Modes, Scope, WorkspaceRule};
use tollgate_tools::newsfeed::{article, feed};

const TOOLS: [Tool; 6] = [
    Tool::of::<article::get_article>(),
    Tool::of::<article::list_articles>(),
    Tool::of::<feed::list_feeds>(),
    Tool::of::<feed::refresh_feeds>(),
    Tool::of::<article::set_article_read>(),
    Tool::of::<article::set_article_saved>(),
];

/// Why these arguments are refused; empty if they are not.
fn faults(tool: Tool, arguments: &str) -> String {
    let raw = RawValue::from_string(arguments.to_owned()).unwrap();
    (tool.prepare)(&raw).err().map(|faults| faults.to_string()).unwrap_or_default()
}

#[test]
fn limits_are_refused_and_not_clamped() {
    let list = Tool::of::<article::list_articles>();
    for fine in ["{}", "{\"limit\": 1}", "{\"limit\": 500}", "{\"limit\": \"50\"}"] {
        assert_eq!(faults(list, fine), "", "{fine}");
    }
    for wrong in ["0", "501", "-1", "1.5", "null", "\"many\""] {
        let faults = faults(list, &format!("{{\"limit\": {wrong}}}"));
        assert!(faults.contains("limit") && faults.contains("500"), "{wrong}: {faults}");
    }
}

#[test]
fn an_article_must_be_named() {
    for tool in [TOOLS[0], TOOLS[4], TOOLS[5]] {
        let long = format!("{{\"article_id\": \"{}\"}}", "x".repeat(65));
        for wrong in ["{}", "{\"article_id\": \"\"}", "{\"article_id\": 1}", &*long] {
            assert!(faults(tool, wrong).contains("article_id"), "{} {wrong}", tool.decl.name);
        }
    }
}

#[test]
fn no_workspace_can_be_named() {
    for tool in TOOLS {
        let faults = faults(tool, "{\"workspace_id\": \"x\", \"article_id\": \"x\"}");
        assert!(faults.contains("workspace_id"), "{}: {faults}", tool.decl.name);
        assert_eq!(tool.decl.workspace(), WorkspaceRule::Global);
    }
}

#[test]
fn declarations_say_what_the_tools_do() {
    for tool in TOOLS {
        let decl = tool.decl;
        assert_eq!((decl.family, decl.scope, decl.modes), ("newsfeed", Scope::Admin, Modes::CHAT));
        let does = if decl.name.starts_with("list_") || decl.name.starts_with("get_") {
            Does::Read
        } else {
            Does::Write
        };
        assert_eq!(decl.does, does, "{}", decl.name);
        let effects: &[Effect] =
            if decl.name == "refresh_feeds" { &[Effect::NetworkEgress] } else { &[] };
        assert_eq!(decl.effects, effects, "{}", decl.name);
    }
    let mut bytes = TOOLS.map(|tool| tool.decl.list_object.len());
    bytes.sort_unstable();
    assert!(bytes[3] <= 450, "the median is at most 450 bytes: {bytes:?}");
}
