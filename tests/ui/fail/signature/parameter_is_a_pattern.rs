use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// Two.
    (one, two): (String, String),
) -> Result<Plain, Failure> {
    let _ = (one, two);
    loop {}
}

fn main() {}
