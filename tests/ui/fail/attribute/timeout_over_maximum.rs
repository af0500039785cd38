use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin, timeout_ms = 1_860_001)]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
