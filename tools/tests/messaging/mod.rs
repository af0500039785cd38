//! Spaces, messages, notes and task lists, called as tools.

mod messages;
mod notes;
mod spaces;
mod todos;

use serde_json::{Value, json};
use tollgate_tools::bind::Declared;

use crate::support::{Kit, World, refused};

/// Ids that no record has.
const UNKNOWN: &str = "01976f00-0000-7000-8000-00000000000f";

/// Checks that a tool which takes a space refuses those that are not there for the caller.
async fn check_space<T: Declared>(kit: &Kit, worlds: &[World; 2], rest: Value) {
    let call = kit.operator();
    for (space, text) in [
        (UNKNOWN, format!("Space {UNKNOWN} not found.")),
        (&worlds[1].space, "Space belongs to a different workspace.".to_owned()),
        ("", "Missing or invalid argument: space_id (expected an id, got \"\")".to_owned()),
    ] {
        let mut arguments = rest.clone();
        arguments["workspace_id"] = json!(worlds[0].id);
        arguments["space_id"] = json!(space);
        assert_eq!(refused::<T>(&call, arguments).await, text);
    }
}
