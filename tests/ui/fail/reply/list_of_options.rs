use tollgate::prelude::*;

#[derive(Reply)]
pub struct Found {
    pub values: Option<Vec<Option<String>>>,
}

fn main() {}
