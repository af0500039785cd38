use tollgate::store::Scoped;

const NAMES: Scoped = Scoped::sql("SELECT name FROM spaces WHERE id = $2");

fn main() {}
