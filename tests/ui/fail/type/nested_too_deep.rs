use tollgate::prelude::*;

#[derive(Argument)]
pub struct Level0 { /** Below. */ pub below: String }
#[derive(Argument)]
pub struct Level1 { /** Below. */ pub below: Level0 }
#[derive(Argument)]
pub struct Level2 { /** Below. */ pub below: Level1 }
#[derive(Argument)]
pub struct Level3 { /** Below. */ pub below: Level2 }
#[derive(Argument)]
pub struct Level4 { /** Below. */ pub below: Level3 }

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(_call: &Call,
    /// A value.
    value: Level4,
) -> Result<Plain, Failure> {
    let _ = value;
    loop {}
}

fn main() {}
