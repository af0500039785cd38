use tollgate::prelude::*;

#[derive(Argument)]
#[param(len = 1..=2)]
pub struct Item {
    /// A value.
    pub value: String,
}

fn main() {}
