use tollgate::prelude::*;

#[derive(Argument)]
pub struct Item {
    /// Anything.
    pub value: serde_json::Value,
}

fn main() {}
