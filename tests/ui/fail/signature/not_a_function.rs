use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub struct Example;

fn main() {}
