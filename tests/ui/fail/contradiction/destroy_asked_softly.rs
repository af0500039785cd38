use tollgate::prelude::*;

/// Does something.
#[tool(does = destroy, scope = Admin, approval = info)]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
