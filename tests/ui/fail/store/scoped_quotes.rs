use tollgate::store::Scoped;

const OPEN: Scoped =
    Scoped::sql("SELECT id FROM todos WHERE workspace_id = $1 AND status = 'pending'");

fn main() {}
