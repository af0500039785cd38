use tollgate::prelude::*;

#[derive(Reply)]
pub struct Found {
    #[param(len = 1..=2)]
    pub value: String,
}

fn main() {}
