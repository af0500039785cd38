use tollgate::prelude::*;

#[derive(Argument)]
pub union Either {
    one: u32,
    two: u32,
}

fn main() {}
