//! Finds the `#[tool]` functions of a source folder and writes the registry, for build scripts.
//!
//! ```no_run
//! // build.rs
//! tollgate_scan::Scan::new("src", "crate").write();
//! ```
//! and in the server, `include!(concat!(env!("OUT_DIR"), "/registry.rs"));`, which declares
//! `pub static REGISTRY: tollgate::registry::Registry`.
//!
//! Lives here: presence and reachability. A tool that exists and cannot be named by the registry
//! stops the build; none goes missing without a word.
//! Must not: have rules about tools (the macro has those about one declaration, the `const` checks
//! of the declaration crate those about the table), or depend on anything but the sources, the
//! manifest and what Cargo says.
//!
//! # What is found
//!
//! Functions under `#[tool]`, or under any path that ends so, such as `#[tollgate::tool]`, in every
//! module that `mod` items lead to from the crate root: files, `mod.rs`, inline modules, `#[path]`.
//! An import that gives the attribute another name is an error.
//!
//! # Conditional code
//!
//! What is under `#[cfg(test)]`, or `all(..)` with it, is left out. Under any other `#[cfg]` a
//! module is read, and a tool in it is an error: a surface is reviewed and budgeted as one list,
//! so every build must have the same tools. A tool that cannot work somewhere says so when called.

mod attr;
mod budget;
mod fault;
mod render;
mod source;
mod stray;
mod visible;
mod walk;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use budget::Budgets;
pub use fault::{Cause, Fault, Faults};
use syn::parse::Parser;
use visible::Viewer;
use walk::Walk;

/// Which sources to read, and which manifest holds their budgets.
#[derive(Clone, Debug)]
#[must_use = "call `write` from a build script"]
pub struct Scan {
    sources: Vec<(PathBuf, String)>,
    manifest: PathBuf,
    file: PathBuf,
}

/// Everything the registry is written from.
#[derive(Debug)]
pub struct Found {
    /// The tools, sorted by name.
    pub tools: Vec<FoundTool>,
    /// The files and folders whose change makes this out of date, sorted.
    pub watched: BTreeSet<PathBuf>,
    budgets: Budgets,
}

/// One `#[tool]` function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundTool {
    /// Its name, and so the tool's.
    pub name: String,
    /// Its path, as the registry names it.
    pub path: String,
    /// The file that holds it.
    pub file: PathBuf,
    /// The line of its name, from 1.
    pub line: usize,
}

impl Scan {
    /// Reads the sources of one crate.
    ///
    /// `source` is the crate root (`src/lib.rs`) or its folder; it is relative to the package, as
    /// everything in a build script is. `crate_path` is how the registry calls that crate: `crate`
    /// for the package itself, otherwise the name of a dependency.
    pub fn new(source: impl Into<PathBuf>, crate_path: impl Into<String>) -> Self {
        Self {
            sources: vec![(source.into(), crate_path.into())],
            manifest: PathBuf::from("Cargo.toml"),
            file: PathBuf::from("registry.rs"),
        }
    }

    /// Reads the sources of one more crate into the same registry.
    pub fn and(mut self, source: impl Into<PathBuf>, crate_path: impl Into<String>) -> Self {
        self.sources.push((source.into(), crate_path.into()));
        self
    }

    /// Takes the budgets from `[package.metadata.tollgate]` of another manifest than `Cargo.toml`.
    pub fn manifest(mut self, manifest: impl Into<PathBuf>) -> Self {
        self.manifest = manifest.into();
        self
    }

    /// Names the file below `OUT_DIR` something else than `registry.rs`.
    pub fn file(mut self, file: impl Into<PathBuf>) -> Self {
        self.file = file.into();
        self
    }

    /// Reads sources and manifest, and writes nothing.
    ///
    /// # Errors
    /// With everything that keeps a tool out of the registry, or a budget from being read.
    pub fn find(&self) -> Result<Found, Faults> {
        let (found, faults) = self.read();
        if faults.is_empty() { Ok(found) } else { Err(Faults::new(faults)) }
    }

    /// Writes the registry below `OUT_DIR` and tells Cargo what to watch.
    ///
    /// What is wrong is printed as `cargo::error` lines, one a fault; they fail the build.
    pub fn write(&self) {
        let (found, mut faults) = self.read();
        for path in &found.watched {
            directive("rerun-if-changed", path.display());
        }
        if faults.is_empty()
            && let Err(cause) = self.save(&found.render())
        {
            faults.push(Fault::whole(&self.file, cause));
        }
        for fault in Faults::new(faults).0 {
            directive("error", fault);
        }
    }

    fn read(&self) -> (Found, Vec<Fault>) {
        let mut walk = Walk::default();
        let mut watched = BTreeSet::from([self.manifest.clone()]);
        let mut roots = Vec::new();
        for (source, crate_path) in &self.sources {
            match root(source).and_then(|root| Ok((root, viewer(crate_path)?))) {
                Ok((root, (crate_path, viewer))) => {
                    walk.follow(&root, &crate_path, viewer);
                    roots.push(root);
                }
                Err(cause) => walk.faults.push(Fault::whole(source, cause)),
            }
            watched.insert(source.clone());
        }
        for root in roots {
            watched.insert(stray::check(&root, &mut walk));
        }
        let budgets = budget::read(&self.manifest, &mut walk.faults);
        watched.append(&mut walk.files);
        walk.tools.sort_by(|left, right| {
            (&left.name, &left.path, left.line).cmp(&(&right.name, &right.path, right.line))
        });
        (Found { tools: walk.tools, watched, budgets }, walk.faults)
    }

    fn save(&self, text: &str) -> Result<(), Cause> {
        let folder = std::env::var_os("OUT_DIR").ok_or(Cause::NoOutDir)?;
        let file = Path::new(&folder).join(&self.file);
        fs::write(file, text).map_err(|source| Cause::Unwritable { source })
    }
}

impl Found {
    /// The text of the registry: the same text for the same sources and manifest.
    #[must_use]
    pub fn render(&self) -> String {
        render::registry(&self.tools, &self.budgets)
    }
}

/// The crate root that a source names.
fn root(source: &Path) -> Result<PathBuf, Cause> {
    if source.is_file() {
        return Ok(source.to_path_buf());
    }
    fs::read_dir(source).map_err(|source| Cause::Unreadable { source })?;
    ["lib.rs", "main.rs", "mod.rs"]
        .iter()
        .map(|name| source.join(name))
        .find(|file| file.is_file())
        .ok_or(Cause::NoRoot)
}

/// The crate path as generated code writes it, and who looks from there.
fn viewer(crate_path: &str) -> Result<(String, Viewer), Cause> {
    let names: Vec<String> = syn::Path::parse_mod_style
        .parse_str(crate_path)
        .map(|path| path.segments.iter().map(|part| part.ident.to_string()).collect())
        .unwrap_or_default();
    let joined = names.join("::");
    match names.first().map(String::as_str) {
        Some("self" | "super" | "Self") | None => {
            Err(Cause::CratePath { crate_path: crate_path.to_owned() })
        }
        Some("crate") => Ok((joined, Viewer::SameCrate { root_depth: names.len() - 1 })),
        Some(_) => Ok((format!("::{joined}"), Viewer::OtherCrate)),
    }
}

#[expect(clippy::print_stdout, reason = "this is how a build script speaks to Cargo")]
fn directive(key: &str, value: impl std::fmt::Display) {
    println!("cargo::{key}={value}");
}
