use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin, deprecated(use_instead = "New", until = "2.0"))]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
