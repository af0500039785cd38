use tollgate::store::Scoped;

const ADD: Scoped = Scoped::sql("INSERT INTO spaces (id, name) VALUES ($1, $2)");

fn main() {}
