use tollgate::prelude::*;

#[derive(Argument)]
pub enum Light {
    Red,
    #[param(word = "red")]
    Crimson,
}

fn main() {}
