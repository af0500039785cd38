use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin, gate(github, when = mode))]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
