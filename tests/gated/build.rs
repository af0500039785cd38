//! Finds the tools of this crate.

fn main() {
    tollgate_scan::Scan::new("src", "crate").write();
}
