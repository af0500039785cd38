use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(_call: &Call) -> Result<Plain, std::fmt::Error> {
    loop {}
}

fn main() {}
