use tollgate::prelude::*;

#[doc = "Does \u{202e}something."]
#[tool(does = read, scope = Admin)]
pub async fn example(_call: &Call) -> Result<Plain, Failure> {
    loop {}
}

fn main() {}
