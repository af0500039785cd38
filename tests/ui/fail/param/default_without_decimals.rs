use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    #[param(default = 1)]
    value: f64,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
