use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example() -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
