//! A word of Rust can be a name on the wire; `r#` stays in the source.

use serde_json::value::RawValue;
use tollgate::bind::Tool;
use tollgate::prelude::*;

/// A filter.
#[derive(Debug, Argument)]
pub struct Filter {
    /// Which kind.
    pub r#type: String,
}

/// What was moved.
#[derive(Debug, Reply)]
pub struct Moved {
    /// Which kind.
    pub r#type: String,
}

/// Move something.
#[tool(does = write, scope = Admin, permission(can_schedule_tasks, when = r#in))]
pub async fn r#move(
    _call: &Call,
    /// What to move.
    r#where: Filter,
    /// When.
    r#in: Option<String>,
) -> Result<Moved, Failure> {
    Ok(Moved { r#type: r#where.r#type + &r#in.unwrap_or_default() })
}

#[test]
fn raw_names_go_over_the_wire_without_their_mark() {
    let tool = Tool::of::<r#move>();
    let names: Vec<_> = tool.decl.params.iter().map(|param| param.name).collect();
    assert_eq!((tool.decl.name, names.as_slice()), ("move", ["where", "in"].as_slice()));
    assert_eq!(tool.decl.permission.unwrap().when, Some("in"));
    assert!(!tool.decl.list_object.contains("r#"), "{}", tool.decl.list_object);
    assert!(tool.decl.output_schema.contains(r#""type":{"type":"string""#));
    let arguments = r#"{"where":{"type":"a"},"in":"b"}"#.to_owned();
    assert!((tool.prepare)(&RawValue::from_string(arguments).unwrap()).is_ok());
}

#[test]
fn a_reply_has_the_same_names() {
    assert_eq!(
        serde_json::to_string(&Moved { r#type: "a".to_owned() }).unwrap(),
        r#"{"type":"a"}"#
    );
}
