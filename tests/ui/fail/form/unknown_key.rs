use tollgate::prelude::*;

#[derive(Form)]
pub struct Signup {
    /// A name.
    #[param(tite = "Your name")]
    pub name: String,
}

fn main() {}
