use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    #[param(len = 1..=5, len = 1..=6)]
    value: String,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
