use tollgate::prelude::*;

#[derive(Form)]
pub struct Signup {
    /// Names.
    pub names: Vec<String>,
}

fn main() {}
