use tollgate::prelude::*;

#[derive(Argument)]
pub struct Place {
    /// Its name.
    pub name: String,
}

#[derive(Form)]
pub struct Signup {
    /// Where.
    pub place: Place,
}

fn main() {}
