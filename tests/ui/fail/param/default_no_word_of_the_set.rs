use tollgate::prelude::*;

#[derive(Argument)]
pub enum Light {
    Red,
    Amber,
}

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(
    _call: &Call,
    /// A value.
    #[param(default = "green")]
    value: Light,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
