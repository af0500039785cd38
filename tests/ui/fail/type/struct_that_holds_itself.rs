use tollgate::prelude::*;

#[derive(Argument)]
pub struct Node {
    /// Those below.
    pub children: Vec<Node>,
}

fn main() {}
