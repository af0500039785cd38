use tollgate::prelude::*;

/// Does something.
#[tool(does = write, scope = Admin, effects(GitPush, GitPush))]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
