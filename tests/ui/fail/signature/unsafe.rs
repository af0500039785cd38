use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async unsafe fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
