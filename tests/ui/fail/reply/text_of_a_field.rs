use tollgate::prelude::*;

#[derive(Reply)]
pub struct Found {
    #[reply(text = Self::line)]
    pub value: String,
}

fn main() {}
