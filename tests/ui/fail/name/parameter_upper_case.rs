use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A title.
    theTitle: String,
) -> Result<Plain, Failure> {
    let _ = theTitle;
    loop {}
}

fn main() {}
