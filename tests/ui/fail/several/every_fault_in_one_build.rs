use tollgate::prelude::*;

#[tool(does = read, scope = Amin, approval = warning, gates = github)]
pub async fn readFile(
    _call: &Call,
    /// Labels.
    labels: std::collections::HashMap<String, String>,
    title: String,
) -> Result<Plain, Failure> {
    let _ = (labels, title);
    loop {}
}

fn main() {
    // The function is still there: calling it is no further error.
    let _ = readFile;
}
