//! The function under `#[tool]` is still an ordinary function, with the type of its name beside it.

use tollgate::bind::Tool;
use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("done".to_owned()))
}

#[test]
fn the_function_stays_callable() {
    let _function = example;
    assert_eq!(Tool::of::<example>().decl.name, "example");
}
