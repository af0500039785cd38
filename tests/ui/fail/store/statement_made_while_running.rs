use tollgate::store::{Query, Scoped, Workspace};

fn names(workspace: &Workspace) -> Query<'_> {
    workspace.query(&Scoped::sql("SELECT name FROM spaces WHERE workspace_id = $1"))
}

fn main() {}
