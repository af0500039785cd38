use tollgate::prelude::*;

#[derive(Argument)]
pub enum Target {
    Everyone,
    One(String),
}

fn main() {}
