use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    #[param(range = 0.0..=1.0)]
    value: u32,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
