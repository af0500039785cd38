use tollgate::prelude::*;

#[derive(Argument)]
pub enum Tone {
    Formal,
}

#[derive(Form)]
pub struct Signup {
    /// How to be greeted.
    pub tone: Tone,
}

fn main() {}
