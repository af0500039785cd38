use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(#[param(len = 1..=2)] _call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
