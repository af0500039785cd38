//! 200 bytes are the most a description may have, over its lines and with its escapes uncounted.

use tollgate::bind::Tool;
use tollgate::prelude::*;

/// aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
/// aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
/// aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"a
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// ああああああああああああああああああああああああああああああああああああああああああああああああああああああああああああああああああab
    title: String,
) -> Result<Plain, Failure> {
    Ok(Plain(title))
}

#[test]
fn a_description_of_200_bytes_is_taken() {
    let decl = Tool::of::<example>().decl;
    assert_eq!(decl.description.bytes(), 200);
    assert_eq!(decl.params[0].description.bytes(), 200);
}
