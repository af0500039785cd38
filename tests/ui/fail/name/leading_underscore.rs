use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn _read(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
