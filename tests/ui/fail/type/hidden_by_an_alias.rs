use tollgate::prelude::*;

type Labels = std::collections::HashMap<String, String>;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    value: Labels,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
