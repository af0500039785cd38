use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin, deprecated(use_instead = "other"))]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
