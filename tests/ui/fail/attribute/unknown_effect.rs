use tollgate::prelude::*;

/// Does something.
#[tool(does = write, scope = Admin, effects(NetworkEgres))]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
