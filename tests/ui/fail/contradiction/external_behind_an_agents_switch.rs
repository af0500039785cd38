use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = WikiRead, audience = external, gate = fork)]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
