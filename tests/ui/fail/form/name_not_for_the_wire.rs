use tollgate::prelude::*;

#[derive(Form)]
pub struct Signup {
    /// A name.
    #[param(name = "full-name")]
    pub name: String,
}

fn main() {}
