use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin, reply_chars = 1_048_577)]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
