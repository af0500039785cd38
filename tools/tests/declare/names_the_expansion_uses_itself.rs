//! A parameter may be called like anything the expansion needs: nothing is captured.

use tollgate::bind::Tool;
use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn prepare(
    _call: &Call,
    /// One.
    at: String,
    /// Two.
    call: String,
    /// Three.
    members: String,
    /// Four.
    arguments: String,
    /// Five.
    raw: String,
    /// Six.
    schema: String,
) -> Result<Plain, Failure> {
    Ok(Plain([at, call, members, arguments, raw, schema].concat()))
}

#[test]
fn no_name_of_the_expansion_is_captured() {
    assert_eq!(Tool::of::<prepare>().decl.params.len(), 6);
}
