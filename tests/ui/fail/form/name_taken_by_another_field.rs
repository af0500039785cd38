use tollgate::prelude::*;

#[derive(Form)]
pub struct Signup {
    /// A name.
    pub name: String,
    /// Another one.
    #[param(name = "name")]
    pub nickname: String,
}

fn main() {}
