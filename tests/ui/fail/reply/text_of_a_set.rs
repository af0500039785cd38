use tollgate::prelude::*;

#[derive(Reply)]
#[reply(text = Self::line)]
pub enum Light {
    Red,
}

fn main() {}
