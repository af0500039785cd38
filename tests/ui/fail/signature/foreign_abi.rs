use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async extern "C" fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
