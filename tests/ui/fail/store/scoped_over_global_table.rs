use tollgate::store::Scoped;

const FEEDS: Scoped = Scoped::sql("SELECT id FROM feeds");

fn main() {}
