use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(_call: &Call) -> Result<u32, Failure> {
    loop {}
}

fn main() {}
