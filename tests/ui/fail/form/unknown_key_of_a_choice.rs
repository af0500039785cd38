use tollgate::prelude::*;

#[derive(Form)]
#[param(titles)]
pub enum Tone {
    Formal,
}

fn main() {}
