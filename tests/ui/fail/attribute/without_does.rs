use tollgate::prelude::*;

/// Does something.
#[tool(scope = Admin)]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
