use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    value: [u8; 4],
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
