use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    #[param(format = e_mail)]
    value: String,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
