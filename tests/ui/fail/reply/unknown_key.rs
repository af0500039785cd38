use tollgate::prelude::*;

#[derive(Reply)]
#[reply(txt = Self::line)]
pub struct Found {
    pub value: String,
}

fn main() {}
