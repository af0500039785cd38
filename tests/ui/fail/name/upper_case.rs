use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn readFile(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
