use tollgate::prelude::*;

#[derive(Argument)]
pub enum Nothing {}

fn main() {}
