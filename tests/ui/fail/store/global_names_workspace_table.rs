use tollgate::store::Global;

const NAMES: Global = Global::sql("SELECT name FROM spaces");

fn main() {}
