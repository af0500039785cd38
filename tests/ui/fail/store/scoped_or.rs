use tollgate::store::Scoped;

const FIND: Scoped =
    Scoped::sql("SELECT id FROM spaces WHERE workspace_id = $1 AND id = $2 OR name = $2");

fn main() {}
