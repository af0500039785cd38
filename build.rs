//! Finds the tools and writes the registry.
//!
//! Lives here: which folder is whose crate. Must not: have rules, or read anything but the sources
//! and the manifest.

fn main() {
    tollgate_scan::Scan::new("tools/src", "tollgate_tools").write();
}
