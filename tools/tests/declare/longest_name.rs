//! 48 bytes are the most a name may have.

use tollgate::bind::Tool;
use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(
    _call: &Call,
) -> Result<Plain, Failure> {
    Ok(Plain(String::new()))
}

#[test]
fn a_name_of_48_bytes_is_taken() {
    let tool = Tool::of::<aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa>();
    assert_eq!(tool.decl.name.len(), tollgate::decl::TOOL_NAME_BYTES_MAX);
}
