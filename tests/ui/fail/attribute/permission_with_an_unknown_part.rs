use tollgate::prelude::*;

/// Does something.
#[tool(does = write, scope = Admin, permission(can_create_agents, unless = x))]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
