use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A title.
    aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: String,
) -> Result<Plain, Failure> {
    let _ = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;
    loop {}
}

fn main() {}
