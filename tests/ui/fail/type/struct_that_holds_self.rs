use tollgate::prelude::*;

#[derive(Argument)]
pub struct Item {
    /// Items below.
    pub items: Vec<Self>,
}

fn main() {}
