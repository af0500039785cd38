use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    #[param(range = 0..=256)]
    value: u8,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
