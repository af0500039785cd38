use tollgate::prelude::*;

#[derive(Argument)]
pub struct Item {
    pub title: String,
}

fn main() {}
