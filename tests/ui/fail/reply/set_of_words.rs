use tollgate::prelude::*;

#[derive(Reply)]
pub enum Light {
    Red,
}

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(_call: &Call) -> Result<Light, Failure> {
    loop {}
}

fn main() {}
