use tollgate::prelude::*;

#[derive(Argument)]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
}

fn main() {}
