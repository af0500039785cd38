//! A folder of sources that lives as long as one test.

#![expect(clippy::unwrap_used, reason = "a test stops where its folder cannot be written")]

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use tollgate_scan::{Found, Scan};

pub(crate) const MANIFEST: &str = "[package]\nname = \"some\"\n";

/// A package whose manifest names no budget, unless a test writes another.
pub(crate) struct Tree {
    folder: TempDir,
}

impl Tree {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let tree = Self { folder: tempfile::tempdir().unwrap() };
        tree.write("Cargo.toml", MANIFEST);
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn scan(&self, source: &str, crate_path: &str) -> Scan {
        Scan::new(self.path().join(source), crate_path).manifest(self.path().join("Cargo.toml"))
    }

    /// What is found when another crate holds the registry.
    pub(crate) fn found(&self) -> Found {
        self.scan("src", "some").find().unwrap()
    }

    /// The paths of the tools, in the order of the registry.
    pub(crate) fn tools(&self) -> Vec<String> {
        self.found().tools.into_iter().map(|tool| tool.path).collect()
    }

    /// What stops a registry of another crate.
    pub(crate) fn faults(&self) -> String {
        self.faults_of(&self.scan("src", "some"))
    }

    pub(crate) fn faults_of(&self, scan: &Scan) -> String {
        let prefix = format!("{}/", self.path().display());
        scan.find().unwrap_err().to_string().replace(&prefix, "")
    }
}

/// The tools of a package of another crate with these files.
#[track_caller]
pub(crate) fn finds(files: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(Tree::new(files).tools(), expected);
}

/// The faults of a package of another crate with these files.
#[track_caller]
pub(crate) fn refuses(files: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(Tree::new(files).faults(), expected.join("\n"));
}
