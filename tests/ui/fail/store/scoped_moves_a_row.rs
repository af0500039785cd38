use tollgate::store::Scoped;

const MOVE: Scoped = Scoped::sql("UPDATE spaces SET workspace_id = $2 WHERE workspace_id = $1");

fn main() {}
