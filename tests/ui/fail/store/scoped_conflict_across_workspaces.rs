use tollgate::store::Scoped;

const SET: Scoped = Scoped::sql(
    "INSERT INTO spaces (workspace_id, id, name) VALUES ($1, $2, $3) \
     ON CONFLICT (id) DO UPDATE SET name = excluded.name",
);

fn main() {}
