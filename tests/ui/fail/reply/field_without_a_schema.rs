use tollgate::prelude::*;

#[derive(Reply)]
pub struct Found {
    pub value: std::time::Duration,
}

fn main() {}
