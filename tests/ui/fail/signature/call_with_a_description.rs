use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    /// Who calls.
    _call: &Call,
) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
