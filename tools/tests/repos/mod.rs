//! Repositories and their isolated copies, with a real git.

mod copies;
mod listing;

use std::path::{Path, PathBuf};

use crate::support::Kit;

/// Runs git and gives back what it says.
#[expect(clippy::disallowed_methods, reason = "the test sets up repositories")]
fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = std::process::Command::new("git")
        .current_dir(folder)
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.org"])
        .args(["-c", "init.defaultBranch=main", "-c", "commit.gpgSign=false"])
        .args(arguments)
        .output()
        .unwrap();
    assert!(output.status.success(), "git {arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A working copy with one commit on `main`.
fn working_copy(kit: &Kit, name: &str) -> PathBuf {
    let path = kit.home().canonicalize().unwrap().join("original").join(name);
    std::fs::create_dir_all(&path).unwrap();
    git(&path, &["init", "--quiet"]);
    std::fs::write(path.join("README"), name).unwrap();
    git(&path, &["add", "README"]);
    git(&path, &["commit", "--quiet", "-m", "Begin"]);
    path
}
