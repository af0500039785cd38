use tollgate::prelude::*;

pub struct Opaque;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    value: Opaque,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
