use tollgate::prelude::*;

#[derive(Form)]
pub struct Signup(String);

fn main() {}
