use tollgate::prelude::*;

#[derive(Form)]
#[param(enum_names)]
pub struct Signup {
    /// A name.
    pub name: String,
}

fn main() {}
