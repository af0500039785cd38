use tollgate::prelude::*;

#[derive(Argument)]
pub enum Light {
    #[param(name = "red-light")]
    Red,
}

fn main() {}
