use tollgate::prelude::*;

#[derive(Argument)]
pub struct Pair(String, String);

fn main() {}
