use tollgate::prelude::*;

#[derive(Argument)]
pub enum Light {
    #[param(word = "very red")]
    Red,
}

fn main() {}
