use tollgate::store::{Global, Query, Workspace};

const NAMES: Global = Global::sql("SELECT name FROM workspaces");

fn names(workspace: &Workspace) -> Query<'_> {
    workspace.query(&NAMES)
}

fn main() {}
